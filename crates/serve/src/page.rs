//! The page and its files, carried inside the program.

use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;
use std::borrow::Cow;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
struct Files;

/// Every file of the page, by name.
pub fn files() -> impl Iterator<Item = (Cow<'static, str>, Cow<'static, [u8]>)> {
    Files::iter().filter_map(|name| Files::get(&name).map(|file| (name, file.data)))
}

/// A file of the page; any other path is a place inside the page, which finds its way itself.
pub async fn page(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        return crate::failed::Failed::not_found(format!("there is nothing at /{path}")).into_response();
    }
    match Files::get(path) {
        Some(file) if !path.is_empty() => file_response(path, file, &headers),
        // A path with an ending names a file, and there is none.
        _ if path.rsplit('/').next().is_some_and(is_asset) => {
            (StatusCode::NOT_FOUND, "there is no such file").into_response()
        }
        _ => match Files::get("index.html") {
            Some(file) => file_response("index.html", file, &headers),
            None => (StatusCode::NOT_FOUND, "this program was built without its page").into_response(),
        },
    }
}

/// Whether the last part of a path is a file of the page: card ids have dots seldom, scene paths end in `.toml`.
fn is_asset(name: &str) -> bool {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    matches!(ending, "js" | "css" | "map" | "svg" | "png" | "ico" | "woff2" | "json" | "txt" | "webmanifest")
}

fn file_response(path: &str, file: rust_embed::EmbeddedFile, headers: &HeaderMap) -> Response {
    let hash: String =
        file.metadata.sha256_hash().iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{hash}\"");
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response();
    }
    let kind = kind_of(path);
    (
        [
            (header::CONTENT_TYPE, kind.to_string()),
            (header::ETAG, tag),
            (header::CACHE_CONTROL, "no-cache".to_string()),
        ],
        Body::from(file.data),
    )
        .into_response()
}

fn kind_of(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        _ => "text/plain; charset=utf-8",
    }
}
