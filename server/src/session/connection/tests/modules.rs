//! Structured data reaches a client only in the modules that it listed.

use bytes::Bytes;
use telnet::gmcp::{Module, frame};

use super::*;
use crate::contract::frame::Frame;

const DO_GMCP: [u8; 3] = [255, 253, 201];
const DONT_GMCP: [u8; 3] = [255, 254, 201];

/// Returns the modules sent of a frame with a message of each of three modules.
async fn sent(wire: &mut TelnetConnection<Holding>, heard: &[u8]) -> Vec<Module> {
    wire.telnet.receive(heard, &mut wire.out, &mut wire.events);
    for event in std::mem::take(&mut wire.events) {
        wire.on_event(event);
    }
    wire.flush().await.unwrap();
    wire.stream.sent.clear();
    let mut shown = Frame::new(std::iter::empty().collect(), Settings::default());
    let messages = [
        GmcpMessage::Goodbye("so long").encoded(),
        GmcpMessage::Vitals(&[("coins", 3)]).encoded(),
        GmcpMessage::WrongDirection("n").encoded(),
    ];
    shown.data = messages.to_vec();
    wire.begin_frame(&shown);
    wire.flush().await.unwrap();
    let has = |bytes: &Bytes| wire.stream.sent.windows(bytes.len()).any(|it| it == &**bytes);
    messages.iter().filter(|it| has(it.bytes())).map(|it| it.module()).collect()
}

#[tokio::test]
async fn a_frame_sends_what_the_client_lists_when_it_leaves() {
    let mut wire = wire(Holding::default()).await;
    wire.offer();
    assert_eq!(sent(&mut wire, b"").await, [], "nobody has asked for data");
    assert_eq!(sent(&mut wire, &DO_GMCP).await, [Module::Core]);
    let list = |how: &str, list: &str| frame(&format!("Core.Supports.{how}"), list);
    let both = list("Set", r#"["Char 1","Room 1"]"#);
    assert_eq!(sent(&mut wire, &both).await, [Module::Core, Module::Char, Module::Room]);
    // The frame was made when the game still knew of the longer list.
    let without = list("Remove", r#"["Char"]"#);
    assert_eq!(sent(&mut wire, &without).await, [Module::Core, Module::Room]);
    assert_eq!(sent(&mut wire, &DONT_GMCP).await, []);
    assert_eq!(wire.terminal().gmcp, None, "the game makes no more of it");
    assert_eq!(sent(&mut wire, &DO_GMCP).await, [Module::Core], "the old list is gone");
}
