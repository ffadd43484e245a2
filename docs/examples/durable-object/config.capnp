# workerd serve config.capnp, with PUSH_URL in the environment. The worker is bundled first: see README.md.
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    # A venue on this machine is no public address.
    (name = "internet", network = (allow = ["public", "private", "local"], tlsOptions = (trustBrowserCas = true))),
  ],
  sockets = [(name = "http", address = "127.0.0.1:8787", http = (), service = "main")],
);

const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "dist/worker.js")],
  compatibilityDate = "2025-10-01",
  bindings = [
    (name = "PUSH_URL", fromEnvironment = "PUSH_URL"),
    (name = "BOOKS", durableObjectNamespace = "BookKeeper"),
  ],
  durableObjectNamespaces = [(className = "BookKeeper", uniqueKey = "books")],
  durableObjectStorage = (inMemory = void),
);
