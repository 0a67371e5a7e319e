//! What is said where something cannot be done: a status for HTTP, a code for programs, a text for people.

use crate::storage::Trouble;
use crate::token::NoLuck;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use shobu::{Fault, Faults};

/// Something was not done, and why.
#[derive(Clone, Debug)]
pub struct Failed {
    pub status: StatusCode,
    pub code: &'static str,
    pub text: String,
}

impl Failed {
    pub fn new(status: StatusCode, code: &'static str, text: impl Into<String>) -> Self {
        Failed { status, code, text: text.into() }
    }

    /// What was sent cannot be read.
    pub fn request(text: impl Into<String>) -> Self {
        Failed::new(StatusCode::BAD_REQUEST, "request", text)
    }

    pub fn not_found(text: impl Into<String>) -> Self {
        Failed::new(StatusCode::NOT_FOUND, "not_found", text)
    }

    pub fn no_match() -> Self {
        Failed::new(StatusCode::NOT_FOUND, "match", "there is no such match here, or not any more")
    }

    pub fn forbidden(text: impl Into<String>) -> Self {
        Failed::new(StatusCode::FORBIDDEN, "token", text)
    }

    pub fn busy(text: impl Into<String>) -> Self {
        Failed::new(StatusCode::TOO_MANY_REQUESTS, "limit", text)
    }

    /// As a message.
    pub fn value(&self) -> Value {
        json!({"type": "error", "code": self.code, "text": self.text})
    }
}

impl From<Trouble> for Failed {
    fn from(trouble: Trouble) -> Self {
        // What the database says is for the one who runs the server.
        eprintln!("serve: {trouble}");
        let text = "the server cannot keep matches safe at the moment; nothing was taken, try again";
        Failed::new(StatusCode::SERVICE_UNAVAILABLE, "storage", text)
    }
}

impl From<NoLuck> for Failed {
    fn from(no_luck: NoLuck) -> Self {
        eprintln!("serve: {no_luck}");
        Failed::new(StatusCode::SERVICE_UNAVAILABLE, "storage", "the server has no random numbers; try again")
    }
}

impl From<Faults> for Failed {
    fn from(faults: Faults) -> Self {
        let all: Vec<String> = faults.list.iter().map(Fault::to_string).collect();
        Failed::new(StatusCode::UNPROCESSABLE_ENTITY, "input", all.join("; "))
    }
}

impl From<Fault> for Failed {
    fn from(fault: Fault) -> Self {
        Failed::from(Faults::from(fault))
    }
}

impl IntoResponse for Failed {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.value())).into_response();
        if self.status == StatusCode::TOO_MANY_REQUESTS || self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
        }
        response
    }
}
