//! What stands before every request: who may ask from where, how often, and what a browser is told to refuse.

use crate::Server;
use crate::door::Peer;
use crate::failed::Failed;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A request that takes longer than this is given up: nobody may hold a place by sending slowly.
const SLOWEST: Duration = Duration::from_secs(40);

const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
         connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Lets a request through, or answers it here.
pub async fn guard(
    State(server): State<Arc<Server>>,
    ConnectInfo(Peer(peer)): ConnectInfo<Peer>,
    mut request: Request,
    next: Next,
) -> Response {
    let address = server.address_of(peer, request.headers());
    request.extensions_mut().insert(address);
    let is_api = request.uri().path().starts_with("/api/");
    let passed = check(&server, address, &request);
    let mut response = match passed {
        Err(failed) => failed.into_response(),
        Ok(()) => match tokio::time::timeout(SLOWEST, next.run(request)).await {
            Ok(response) => response,
            Err(_) => Failed::new(StatusCode::REQUEST_TIMEOUT, "slow", "this took too long").into_response(),
        },
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    if is_api {
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

fn check(server: &Server, address: Address, request: &Request) -> Result<(), Failed> {
    let headers = request.headers();
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    // A page of another site whose name was made to lead here must not play for us.
    if !server.is_public && !host.is_some_and(is_local_name) {
        let text = "this server answers to localhost only; `shobu serve --public` opens it";
        return Err(Failed::new(StatusCode::MISDIRECTED_REQUEST, "host", text));
    }
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD);
    if (changes || headers.contains_key(header::UPGRADE)) && !same_origin(headers, host) {
        return Err(Failed::new(StatusCode::FORBIDDEN, "origin", "this request comes from another site"));
    }
    if !server.requests.take(address, 1.0) {
        server.hall.metrics.refused_rate.fetch_add(1, Relaxed);
        return Err(Failed::busy("too many requests from your address; wait a moment"));
    }
    Ok(())
}

/// Programs send no origin; a browser sends that of the page, which must be ours.
fn same_origin(headers: &HeaderMap, host: Option<&str>) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    let of_origin = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    of_origin.is_some() && of_origin == host
}

/// Whether a host header names this machine.
fn is_local_name(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or(""),
        None => host.split(':').next().unwrap_or(""),
    };
    name == "localhost"
        || name.ends_with(".localhost")
        || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Where a request comes from, as far as limits count: of IPv6 the part that a customer has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Address(IpAddr);

impl Address {
    pub fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V6(six) => {
                let [a, b, c, d, ..] = six.segments();
                Address(IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0)))
            }
            four => Address(four),
        }
    }
}

impl Server {
    /// The address behind a connection: behind a proxy that is trusted, what that proxy says.
    fn address_of(&self, peer: SocketAddr, headers: &HeaderMap) -> Address {
        let forwarded = || {
            let said = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
            said.rsplit(',').next()?.trim().parse().ok()
        };
        let said: Option<IpAddr> = if self.behind_proxy { forwarded() } else { None };
        Address::of(said.unwrap_or(peer.ip()))
    }
}

/// So much a second for each address, and a store of it for the moment.
pub struct Buckets {
    rate: f64,
    most: f64,
    levels: Mutex<HashMap<Address, (f64, Instant)>>,
}

/// Addresses that are remembered at a time.
const MOST_ADDRESSES: usize = 20_000;

impl Buckets {
    /// `rate` a second, `most` at once; no limit where the rate is zero.
    pub fn new(rate: f64, most: f64) -> Self {
        Buckets { rate, most, levels: Mutex::default() }
    }

    /// Takes so much, if it is there.
    pub fn take(&self, address: Address, much: f64) -> bool {
        if self.rate <= 0.0 {
            return true;
        }
        let mut levels = self.levels.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let now = Instant::now();
        let filled = |(level, at): (f64, Instant)| {
            (level + now.saturating_duration_since(at).as_secs_f64() * self.rate).min(self.most)
        };
        if levels.len() >= MOST_ADDRESSES {
            // Full buckets are as good as none.
            levels.retain(|_, bucket| filled(*bucket) < self.most);
        }
        let level = levels.get(&address).map_or(self.most, |bucket| filled(*bucket));
        let enough = level >= much;
        levels.insert(address, (if enough { level - much } else { level }, now));
        enough
    }
}

/// How many connections each address has.
#[derive(Default)]
pub struct Crowd(Mutex<HashMap<Address, u32>>);

/// A place that is free again when this is dropped.
pub struct Held {
    crowd: Arc<Crowd>,
    address: Address,
}

impl Crowd {
    pub fn enter(self: &Arc<Self>, address: Address, most: u32) -> Option<Held> {
        let mut counts = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let count = counts.entry(address).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Held { crowd: self.clone(), address })
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut counts = self.crowd.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}
