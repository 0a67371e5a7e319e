//! `shobu serve`: the table in the browser. HTTP and WebSocket for people and programs (docs/protocol.md), matches kept
//! safe in SQLite or PostgreSQL (docs/serving.md). No rule lives here; what is told of a match is made from views.

mod api;
mod clock;
mod door;
mod entry;
mod failed;
mod guard;
mod hall;
mod limits;
mod live;
mod metrics;
mod page;
mod pictures;
mod rulebook;
mod site;
mod storage;
mod table;
mod token;

pub use limits::Limits;
pub use site::{Written, write_book};

use crate::door::{Door, Peer};
use crate::guard::{Address, Buckets, Crowd};
use crate::hall::Hall;
use crate::metrics::Metrics;
use crate::pictures::Pictures;
use crate::storage::{Postgres, Sqlite, Storage};
use failed::Failed;
use shobu::{Fault, Faults, GameName, Library, Source};
use std::net::{IpAddr, SocketAddr};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::sync::{OnceCell, Semaphore};

/// How to serve.
#[derive(Clone, Debug)]
pub struct Options {
    pub address: SocketAddr,
    /// A file, or `postgres://…`.
    pub data: String,
    /// Whether others than this machine may ask.
    pub public: bool,
    /// Whether a proxy stands before it, whose word about addresses counts.
    pub behind_proxy: bool,
    pub limits: Limits,
    /// Card files beside the built-in cards, each for a game.
    pub pools: Vec<(GameName, Source)>,
    /// A folder of pictures of cards.
    pub pictures: Option<PathBuf>,
}

/// A server, as its handlers share it.
pub struct Server {
    hall: Arc<Hall>,
    is_public: bool,
    behind_proxy: bool,
    requests: Buckets,
    makes: Buckets,
    crowd: Arc<Crowd>,
    /// Replays, scenes and decks are looked at by one a core at a time.
    desk: Arc<Semaphore>,
    book: OnceCell<Arc<rulebook::Book>>,
    pictures: Pictures,
}

impl Server {
    /// Whether an address may make something that is kept.
    fn may_make(&self, address: Address) -> Result<(), Failed> {
        self.hall.room()?;
        match self.makes.take(address, 1.0) {
            true => Ok(()),
            false => Err(Failed::busy("too many new matches from your address; wait a minute")),
        }
    }
}

/// A server that listens and is about to answer.
pub struct Ready {
    listener: TcpListener,
    server: Arc<Server>,
    pub address: SocketAddr,
}

impl Options {
    /// Opens the storage and the address; nothing is answered yet.
    pub async fn prepare(&self) -> Result<Ready, Faults> {
        let local = self.address.ip().is_loopback();
        if !local && !self.public {
            let what = format!("{} can be reached from other machines", self.address);
            let help = "say --public if that is meant (docs/serving.md), or listen on 127.0.0.1";
            return Err(Fault::new(what).help(help).into());
        }
        let library = Arc::new(Library::read(&self.pools)?);
        let pictures = self.pictures.as_deref().map(Pictures::read).transpose()?.unwrap_or_default();
        let metrics = Arc::new(Metrics::default());
        let storage = self.storage(metrics.clone()).await?;
        let listener = TcpListener::bind(self.address).await.map_err(|error| {
            Fault::new(format!("cannot listen on {}: {error}", self.address))
                .help("choose another one with --addr")
        })?;
        let address = listener.local_addr().unwrap_or(self.address);
        let limits = self.limits.clone();
        let server = Arc::new(Server {
            is_public: self.public,
            behind_proxy: self.behind_proxy,
            requests: Buckets::new(limits.requests, 4.0 * limits.requests),
            makes: Buckets::new(limits.makes / 60.0, limits.makes),
            crowd: Arc::default(),
            book: OnceCell::new(),
            pictures,
            desk: Arc::new(Semaphore::new(std::thread::available_parallelism().map_or(1, NonZero::get))),
            hall: Hall::new(storage, library, limits, metrics),
        });
        Ok(Ready { listener, server, address })
    }

    async fn storage(&self, metrics: Arc<Metrics>) -> Result<Arc<dyn Storage>, Faults> {
        if self.data.starts_with("postgres://") || self.data.starts_with("postgresql://") {
            let opened = Postgres::open(&self.data, metrics).await;
            return match opened {
                Ok(postgres) => Ok(Arc::new(postgres)),
                Err(trouble) => Err(Fault::new(trouble.to_string())
                    .help("is the database there, and may this user make tables in it?")
                    .into()),
            };
        }
        let path = PathBuf::from(&self.data);
        if let Some(folder) = path.parent().filter(|folder| *folder != Path::new("")) {
            std::fs::create_dir_all(folder).map_err(|error| {
                Fault::of_file(&folder.display().to_string(), format!("cannot be made: {error}"))
            })?;
        }
        let sqlite = Sqlite::open(&path, metrics).map_err(|trouble| Fault::new(trouble.to_string()))?;
        Ok(Arc::new(sqlite))
    }
}

impl Ready {
    /// Where a browser finds the page.
    pub fn link(&self) -> String {
        let host = match self.address.ip() {
            IpAddr::V4(four) if four.is_unspecified() => "127.0.0.1".to_string(),
            IpAddr::V6(six) if six.is_unspecified() => "[::1]".to_string(),
            IpAddr::V6(six) => format!("[{six}]"),
            four => four.to_string(),
        };
        format!("http://{host}:{}/", self.address.port())
    }

    /// Answers until `end` comes.
    pub async fn serve(self, end: impl Future<Output = ()> + Send + 'static) -> Result<(), Faults> {
        let Ready { listener, server, .. } = self;
        let house = tokio::spawn(server.hall.clone().keep_house());
        let others = tokio::spawn(server.hall.clone().follow());
        // Behind a proxy every connection is the proxy's.
        let most = if server.behind_proxy { u32::MAX } else { server.hall.limits.streams };
        let door = Door { listener, crowd: Arc::default(), most };
        let service = api::router(server).into_make_service_with_connect_info::<Peer>();
        let served = tokio::select! {
            served = async { axum::serve(door, service).await } => served,
            () = end => Ok(()),
        };
        house.abort();
        others.abort();
        served.map_err(|error| Fault::new(format!("the server stopped: {error}")).into())
    }
}
