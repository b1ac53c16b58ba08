//! Who may ask: pages of this server alone, whatever else the browser has open.
//!
//! A page from elsewhere must not use the engine nor read what it says. Browsers name the page that asks in `Origin` and `Sec-Fetch-Site`. A name that is made to
//! point to this machine (DNS rebinding) gives itself away by `Host`, which on a loopback address must name one.

use super::refusal::Refusal;
use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, HeaderName, ORIGIN, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;

/// Nothing from elsewhere, nothing inline, and in no frame.
const POLICY: &str = "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Lets a request pass if it may; `bind` is the address that the server listens on.
pub async fn check(State(bind): State<IpAddr>, request: Request, next: Next) -> Response {
    let mut response = match stranger(request.headers(), bind) {
        Some(reason) => Refusal::new(StatusCode::FORBIDDEN, reason).into_response(),
        None => next.run(request).await,
    };
    let headers = [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "no-referrer"),
        (CACHE_CONTROL, "no-cache"),
    ];
    for (name, value) in headers {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Why a request is not answered.
fn stranger(headers: &HeaderMap, bind: IpAddr) -> Option<String> {
    let text = |name: HeaderName| headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
    let Some(host) = text(HOST) else { return Some("the request names no host".to_owned()) };
    if bind.is_loopback() && !is_loopback(&host) {
        return Some(format!("the host `{host}` is not this machine; expected localhost or a loopback address"));
    }
    let is_own = |origin: &str| origin.split_once("://").is_some_and(|(_, authority)| authority == host);
    if let Some(origin) = text(ORIGIN).filter(|origin| !is_own(origin)) {
        return Some(format!("pages of `{origin}` may not ask this server; open http://{host}/ itself"));
    }
    let site = text(HeaderName::from_static("sec-fetch-site"));
    let is_navigation = text(HeaderName::from_static("sec-fetch-mode")).is_some_and(|mode| mode == "navigate");
    let is_foreign = site.is_some_and(|site| site != "same-origin" && site != "none") && !is_navigation;
    is_foreign.then(|| format!("pages from elsewhere may not ask this server; open http://{host}/ itself"))
}

/// Whether a host with or without a port names this machine.
fn is_loopback(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(bind: &str, headers: &[(&'static str, &'static str)]) -> bool {
        let headers = headers.iter().map(|&(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value))).collect();
        stranger(&headers, bind.parse().unwrap()).is_some()
    }

    #[test]
    fn hosts_that_are_not_this_machine_are_refused_on_loopback() {
        for host in ["localhost:8080", "LOCALHOST", "127.0.0.1:8080", "127.3.2.1", "[::1]:8080", "[::1]"] {
            assert!(!refused("127.0.0.1", &[("host", host)]), "{host}");
        }
        for host in ["evil.example:8080", "localhost.evil.example", "192.168.0.7:8080", "[::2]:80", "", "127.0.0.1.evil.example"] {
            assert!(refused("127.0.0.1", &[("host", host)]), "{host}");
        }
        assert!(refused("::1", &[]));
        assert!(!refused("0.0.0.0", &[("host", "oware.example:8080")]));
    }

    #[test]
    fn pages_from_elsewhere_are_refused() {
        let host = ("host", "localhost:8080");
        assert!(!refused("127.0.0.1", &[host, ("origin", "http://localhost:8080"), ("sec-fetch-site", "same-origin")]));
        for origin in ["http://evil.example", "http://localhost:8081", "http://localhost", "null", "http://127.0.0.1:8080"] {
            assert!(refused("127.0.0.1", &[host, ("origin", origin)]), "{origin}");
        }
        assert!(!refused("127.0.0.1", &[host, ("sec-fetch-site", "none")]));
        for site in ["cross-site", "same-site"] {
            assert!(refused("127.0.0.1", &[host, ("sec-fetch-site", site)]));
            assert!(refused("127.0.0.1", &[host, ("sec-fetch-site", site), ("sec-fetch-mode", "no-cors")]));
        }
        // A link from elsewhere may be followed: it opens the page and reads nothing.
        assert!(!refused("127.0.0.1", &[host, ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")]));
    }
}
