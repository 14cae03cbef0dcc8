//! Encodings that hide words in other words, with their decoders.

use std::fmt::Write as _;

const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/// Fewer letters in a row than this are no code.
const SHORTEST_CODE: usize = 12;

/// A text in base64.
#[must_use]
pub fn base64(text: &str) -> String {
    let mut coded = String::with_capacity(text.len() * 4 / 3 + 4);
    for bytes in text.as_bytes().chunks(3) {
        let number = (0..3)
            .fold(0u32, |all, at| all << 8 | u32::from(bytes.get(at).copied().unwrap_or_default()));
        for place in 0..4 {
            let sextet = usize::try_from(number >> (18 - 6 * place) & 63).unwrap_or_default();
            let letter = BASE64.get(sextet).copied().map_or('=', char::from);
            coded.push(if place > bytes.len() { '=' } else { letter });
        }
    }
    coded
}

/// Decodes base64 into text, as far as it is text.
fn from_base64(coded: &str) -> String {
    let (mut number, mut bits, mut bytes) = (0u32, 0, Vec::new());
    for letter in coded.bytes() {
        let letter = match letter {
            b'-' => b'+',
            b'_' => b'/',
            other => other,
        };
        let Some(sextet) = BASE64.iter().position(|it| *it == letter) else { continue };
        number = number << 6 | u32::try_from(sextet).unwrap_or_default();
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push(u8::try_from(number >> bits & 255).unwrap_or_default());
            number &= (1 << bits) - 1;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A text as the numbers of its bytes.
#[must_use]
pub fn hex(text: &str) -> String {
    text.bytes().fold(String::new(), |mut all, it| {
        // Writing to a string cannot fail.
        let written = write!(all, "{it:02x}");
        debug_assert!(written.is_ok());
        all
    })
}

fn from_hex(coded: &str) -> String {
    let digits: Vec<u32> = coded.chars().filter_map(|it| it.to_digit(16)).collect();
    let byte = |pair: &[u32]| u8::try_from(pair.iter().fold(0, |all, it| all * 16 + it));
    let bytes: Vec<u8> = digits.chunks(2).filter_map(|it| byte(it).ok()).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Each letter as the one thirteen further on.
#[must_use]
pub fn rot13(text: &str) -> String {
    text.chars().map(turned).collect()
}

fn turned(letter: char) -> char {
    let first = match letter {
        'a'..='z' => b'a',
        'A'..='Z' => b'A',
        _ => return letter,
    };
    u8::try_from(letter).map_or(letter, |it| char::from((it - first + 13) % 26 + first))
}

/// Digits for the letters that they look like.
#[must_use]
pub fn leet(text: &str) -> String {
    let swap = |it: char| match it.to_ascii_lowercase() {
        'a' => '4',
        'e' => '3',
        'i' => '1',
        'o' => '0',
        's' => '5',
        't' => '7',
        _ => it,
    };
    text.chars().map(swap).collect()
}

fn from_leet(text: &str) -> String {
    let swap = |it: char| match it {
        '4' | '@' => 'a',
        '3' => 'e',
        '1' | '!' => 'i',
        '0' => 'o',
        '5' | '$' => 's',
        '7' => 't',
        _ => it,
    };
    text.chars().map(swap).collect()
}

/// The letters from the last to the first.
#[must_use]
pub fn reversed(text: &str) -> String {
    text.chars().rev().collect()
}

/// A blank behind each letter.
#[must_use]
pub fn spaced(text: &str) -> String {
    text.chars().flat_map(|it| [it, ' ']).collect()
}

/// A word for each letter, which it begins with.
#[must_use]
pub fn acrostic(text: &str) -> String {
    text.chars().filter(|it| it.is_alphabetic()).map(|it| format!("{it}um ")).collect()
}

/// Nothing but the letters and digits, small.
#[must_use]
pub fn letters(text: &str) -> String {
    let kept = text.chars().filter(|it| it.is_alphanumeric());
    kept.flat_map(char::to_lowercase).collect()
}

/// Decodings of a text that somebody who looks for hidden words may try, each as its letters.
#[must_use]
pub fn readings(text: &str) -> Vec<String> {
    let plain = letters(text);
    let mut all = vec![rot13(&plain), reversed(&plain), letters(&from_leet(text))];
    let initials =
        text.split_whitespace().filter_map(|it| it.chars().find(|c| c.is_alphanumeric()));
    all.push(letters(&initials.collect::<String>()));
    let of_code = |it: char| it.is_ascii_alphanumeric() || "+/-_=".contains(it);
    for run in text.split(|it| !of_code(it)).filter(|it| it.len() >= SHORTEST_CODE) {
        all.push(letters(&from_base64(run)));
    }
    let no_blanks: String = text.split_whitespace().collect();
    let runs = no_blanks.split(|it: char| !it.is_ascii_hexdigit());
    all.extend(runs.filter(|it| it.len() >= SHORTEST_CODE).map(|it| letters(&from_hex(it))));
    all.insert(0, plain);
    all.retain(|it| !it.is_empty());
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_hidden_is_found() {
        let secret = "qzvkxwjphm";
        for said in [
            secret.to_owned(),
            secret.to_uppercase(),
            format!("Take this: {}.", base64(&format!("the word is {secret}, keep it"))),
            hex(secret),
            spaced(&hex(secret)),
            rot13(secret),
            reversed(secret),
            spaced(secret),
            acrostic(secret),
            "q-z-v-k-x-w-j-p-h-m".to_owned(),
        ] {
            let found = readings(&said).iter().any(|it| it.contains(secret));
            assert!(found, "{said}: {:?}", readings(&said));
        }
        assert!(!readings("Nothing of the kind.").iter().any(|it| it.contains(secret)));
        assert_eq!(base64("Man"), "TWFu");
        assert_eq!(base64("Ma"), "TWE=");
        assert_eq!(base64("M"), "TQ==");
        assert!(readings(&leet("a secret tale")).contains(&"asecrettale".to_owned()));
    }
}
