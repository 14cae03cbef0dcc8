//! Patience: what nobody waits for is not retried, and a model with a fallback leaves it time.

use super::*;

/// Time that somebody waits.
const PATIENCE: Duration = Duration::from_millis(400);

#[tokio::test]
async fn a_model_with_a_fallback_gets_one_attempt_and_half_of_the_time() {
    let settings = GatewaySettings { patience: PATIENCE, ..quick() };
    let (mut server, mut bench) = bench(vec![CannedReply::Never], settings).await;
    let provider = Some("http".to_owned());
    bench.gateway.ask(ChatRequest { provider, has_fallback: true, ..question(1) }).unwrap();
    let after = PATIENCE / 2;
    assert_eq!(bench.next().await, (1, Err(LlmError::Timeout { after })));
    assert!(matches!(server.sees().await, SeenRequest::Request { .. }));
    assert!(matches!(server.sees().await, SeenRequest::HungUp));
    assert_eq!(server.unread(), 0, "it was asked again");
}

#[tokio::test]
async fn a_pause_that_nobody_waits_for_ends_a_request_at_once() {
    let settings = GatewaySettings { patience: PATIENCE, ..GatewaySettings::default() };
    let busy = CannedReply::Http(429, "retry-after: 9\r\n", String::new());
    let (_server, mut bench) = bench(vec![busy], settings).await;
    bench.ask(1, "http").unwrap();
    let retry_after = Some(Duration::from_secs(9));
    assert_eq!(bench.next().await, (1, Err(LlmError::Status { code: 429, retry_after })));
    bench.ask(2, "http").unwrap();
    assert_eq!(bench.next().await, (2, Err(LlmError::Resting)), "it rests as long as it asked for");
}
