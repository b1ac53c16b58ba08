//! Numbers of the command line.

use std::ops::RangeInclusive;

/// A reader of whole numbers in a range, whose messages say what is expected.
pub fn whole<T: TryFrom<i128> + Into<i128> + Copy + Send + Sync + 'static>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let (least, most) = ((*range.start()).into(), (*range.end()).into());
        // One more than the greatest number is none of the type if that is the type's own.
        let is_open = T::try_from(most + 1).is_err();
        let expected = if is_open { format!("{least} or more") } else { format!("{least} to {most}") };
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        if digits.is_empty() || !digits.chars().all(|c| c.is_ascii_digit()) {
            let example = if is_open { "such as 1000".to_owned() } else { format!("from {expected}") };
            return Err(format!("no whole number; expected one {example}"));
        }
        let number = text.parse().ok().filter(|number| (least..=most).contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| format!("expected {expected}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_expected_is_said() {
        let depth = whole(1..=120_u32);
        assert_eq!((depth("1"), depth("120")), (Ok(1), Ok(120)));
        for text in ["0", "121", "-1", "99999999999999999999999999999999999999999999"] {
            assert_eq!(depth(text), Err("expected 1 to 120".to_owned()), "{text}");
        }
        for text in ["", "-", "1k", "1.5", "1_000", "two"] {
            assert_eq!(depth(text), Err("no whole number; expected one from 1 to 120".to_owned()), "{text}");
        }
        let nodes = whole(1..=u64::MAX);
        assert_eq!(nodes("18446744073709551615"), Ok(u64::MAX));
        assert_eq!(nodes("18446744073709551616"), Err("expected 1 or more".to_owned()));
        assert_eq!(nodes("1k"), Err("no whole number; expected one such as 1000".to_owned()));
    }
}
