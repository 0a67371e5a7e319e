//! "Did you mean …?": the known words nearest to an unknown one.

/// Up to three of `known` that are near enough to `word` to have been meant, nearest first.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let folded = word.to_lowercase();
    let allowed = (folded.chars().count() / 3).clamp(1, 4);
    let mut found: Vec<(usize, &str)> = Vec::new();
    for candidate in known {
        let candidate_folded = candidate.to_lowercase();
        if candidate_folded.len().abs_diff(folded.len()) > 12 {
            continue;
        }
        // What was begun and not ended is compared with the beginnings of longer words.
        let front: String = candidate_folded.chars().take(folded.chars().count()).collect();
        let begun = if folded.contains(' ') { strsim::osa_distance(&folded, &front) } else { usize::MAX };
        let distance = strsim::osa_distance(&folded, &candidate_folded).min(begun);
        let begins = folded.len() >= 3 && candidate_folded.starts_with(&folded);
        if distance <= allowed || begins {
            found.push((distance, candidate));
        }
    }
    found.sort();
    found.dedup_by_key(|(_, candidate)| *candidate);
    found.truncate(3);
    found.into_iter().map(|(_, candidate)| candidate).collect()
}

/// The same as a sentence, if there is anything to say.
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let near = nearest(word, known);
    (!near.is_empty()).then(|| format!("did you mean {}?", near.join(" or ")))
}
