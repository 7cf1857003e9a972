"""Django settings, from environment variables; with none set the site runs on SQLite in one process."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from games.catalogue import game_apps
from numgames import environment as env

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(os.environ.get("NUMGAMES_VAR", BASE_DIR / "var"))


def _secret_key() -> str:
    """Return the key from the environment, or the one that script/server generated."""
    if key := os.environ.get("SECRET_KEY"):
        return key
    file = VAR_DIR / "secret_key"
    if file.exists():
        return file.read_text().strip()
    raise ImproperlyConfigured("Set SECRET_KEY, or start the site once with script/server, which makes one.")


DEBUG = env.flag("DEBUG", False)
SECRET_KEY = _secret_key()
SECRET_KEY_FALLBACKS = env.words("SECRET_KEY_FALLBACKS", "")  # former keys, still valid while the key is rotated
SITE_URL = env.site_url()  # public address, such as https://numgames.example; empty: local only
PORT = env.number("PORT", 8000, most=65535)  # to listen on, unless `serve` is told another
LOCAL_URL = f"http://localhost:{PORT}"  # in mails where the site has no public address; `serve` sets its own
SECURE = SITE_URL.startswith("https://")
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_FAILURE_VIEW = "numgames.errors.csrf_failure"
CSRF_TRUSTED_ORIGINS = [SITE_URL] if SITE_URL else []

# The person or company behind the site, for the imprint and the privacy notice
OPERATOR = env.operator()
CONTACT_LANGUAGES = env.contact_languages()

# The games -------------------------------------------------------------------
GAME_PACKAGES = env.packages("GAME_PACKAGES", "games")
# Worker processes for computer players and analysis; by default one less than the cores, 2 to 4. 0: none
WORKERS = env.number("WORKERS", 0, most=64) if os.environ.get("WORKERS") else None
WORKERS_NICE = env.number("WORKERS_NICE", 19, most=19)  # their niceness, 0 to 19 (lowest priority)
# Puzzles of each game below which computer players play matches to find more; 0: none, and those that come with the
# games are not loaded either
PUZZLE_STOCK = env.number("PUZZLE_STOCK", 24)
PUZZLE_SHARE = env.number("PUZZLE_SHARE", 5, least=1, most=100)  # percent of a core that the search takes in the mean
# Waiting analyses up to which finished matches are analysed without a request; 0: only on request
ANALYSES_WAITING = env.number("ANALYSES_WAITING", 20)
# Rated matches of each month and puzzles, as files for everyone; months that are kept, 0: none are made
DUMPS_DIR = Path(os.environ.get("DUMPS_DIR", VAR_DIR / "dumps"))
DUMPS_KEPT = env.number("DUMPS_KEPT", 12, most=1200)
LOBBY_LISTS_KEPT = 1.0  # seconds for which pages of the lobby that are loaded share the lists that all see

# Below each other, see docs/architecture.md: what plugs into a hook first stands first there.
SITE_APPS = ["jobs", "matches", "ratings", "computers", "social", "planned", "notifications", "webhooks", "history"]
SITE_APPS += ["analysis", "lobby", "lessons", "fairness", "fairplay", "puzzles", "clubs", "events", "daily", "classes"]
SITE_APPS += ["studies", "dumps", "discovery"]
INSTALLED_APPS = [
    "numgames",
    "core",
    # Its only use is that `runserver` serves sockets; any other command would load Twisted for nothing.
    *(["daphne"] if sys.argv[1:2] == ["runserver"] else []),
    "numgames.apps.StaffAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "servestatic",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "allauth.idp.oidc",
    "accounts",
    *(f"games.{app}" for app in SITE_APPS),
    *game_apps(GAME_PACKAGES),
]

MIDDLEWARE = [
    "numgames.middleware.IsolationMiddleware",
    "numgames.middleware.NamedViewMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "numgames.middleware.ReadsGZipMiddleware",
    "numgames.middleware.SaneRequestMiddleware",
    "numgames.middleware.ApiMiddleware",
    "csp.middleware.CSPMiddleware",
    "accounts.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.LanguageMiddleware",
    "accounts.middleware.PrivatePagesMiddleware",
    "numgames.middleware.LanguageAddressMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "accounts.middleware.HolderMiddleware",
    "numgames.middleware.PupilMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "numgames.urls"
API_URLCONF = "numgames.api"  # of what is below /api/
ASGI_APPLICATION = "numgames.asgi.application"
FORM_RENDERER = "numgames.form_renderer.PartialRenderer"
TEMPLATES: list[dict[str, object]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "builtins": ["core.templatetags.icons"],
            "libraries": {"match_partials": "games.matches.pages.tags"},
        },
    },
    {  # of partials, which are drawn often: `core.live.partials`
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {"environment": "core.live.partials.environment"},
    },
]

# Storage ---------------------------------------------------------------------
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# Threads, and so connections, for the database work of all open sockets of a process; one of them is kept for moves
SOCKET_THREADS = env.number("SOCKET_THREADS", 4, least=1)
_database = env.database(VAR_DIR)
# Pages that a process serves at a time, and as many posts; others wait. The pool has a connection for each of them, and
# those of sockets, moves and jobs besides, so that none of these waits for what a page holds.
REQUESTS_AT_ONCE, _most_connections = env.requests_and_connections(
    SOCKET_THREADS, has_pool=not _database["ENGINE"].endswith("sqlite3")
)
DATABASES: dict[str, dict[str, object]] = {"default": {**_database}}
if _database["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["ENGINE"] = "core.sqlite3"
    # Threads keep their connection: to open one costs more than most queries. A request closes its own at its end.
    DATABASES["default"]["CONN_MAX_AGE"] = 600
    # Writers queue instead of failing (IMMEDIATE), in order; readers do not block (WAL).
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        # FULL: a move is on disk before it is acknowledged. NORMAL in WAL mode could lose it in a power cut.
        # Each of some 60 threads has a cache of 500 KiB; the system caches the file for all.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-500;",
    }
else:
    # One pool a process: under ASGI every request has a thread of its own, so persistent connections would pile up.
    # A request that gets no connection in time is answered 503, before the client's own timeout.
    pool = {"min_size": 1, "max_size": _most_connections, "timeout": 5, "reconnect_timeout": 5}
    DATABASES["default"]["OPTIONS"] = {"pool": pool}
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True  # the pool hands out no dead connection
DIRECT_DATABASE = env.direct_database()
if DIRECT_DATABASE:  # PgBouncer lends a connection for one transaction, and a cursor must not outlive that
    DATABASES["default"]["DISABLE_SERVER_SIDE_CURSORS"] = True

REDIS_URL = env.redis_url()
REDIS_PREFIX = os.environ.get("REDIS_PREFIX", "numgames")
# Three caches, none of which evicts entries of another: limits (`default`), sessions, and `pages`, which visitors fill.
if REDIS_URL:
    _redis: dict[str, object] = {"BACKEND": "core.cache.redis_cache.ResilientRedisCache", "LOCATION": REDIS_URL}
    CACHES: dict[str, dict[str, object]] = {
        "default": {**_redis, "KEY_PREFIX": REDIS_PREFIX},
        "pages": {**_redis, "KEY_PREFIX": f"{REDIS_PREFIX}.pages"},
        # Sessions are in the database. Without Redis they are read there, and no process trusts its own memory: another
        # one may have ended the session. Entries are short-lived, in case Redis missed the end of one.
        "sessions": {
            **_redis,
            "KEY_PREFIX": f"{REDIS_PREFIX}.sessions",
            "OPTIONS": {"SPARE": False, "LONGEST": 300},
        },
    }
else:
    _memory = "core.cache.memory.MemoryCache"
    CACHES = {
        "default": {
            "BACKEND": _memory,
            "LOCATION": "limits",
            "OPTIONS": {"MAX_ENTRIES": 100_000},
        },
        "pages": {"BACKEND": _memory, "LOCATION": "pages", "OPTIONS": {"MAX_ENTRIES": 2_000}},
        "sessions": {"BACKEND": _memory, "LOCATION": "sessions", "OPTIONS": {"MAX_ENTRIES": 10_000}},
    }
# Link previews and moving pictures, 40 to 90 KB each: each process keeps its own, bounded in number
CACHES["pictures"] = {
    "BACKEND": "core.cache.memory.MemoryCache",
    "LOCATION": "pictures",
    "OPTIONS": {"MAX_ENTRIES": 100},
}

# Static files ----------------------------------------------------------------
STATIC_URL = "static/"
STATIC_ROOT = Path(os.environ.get("STATIC_ROOT", VAR_DIR / "static"))
STATICFILES_DIRS = [BASE_DIR / "static"]
COMPRESS_STATIC = env.flag("COMPRESS_STATIC", True)  # which takes most of the time that collecting takes
# The binary, which runs without Node.js; without it nothing is bundled.
ESBUILD = os.environ.get("ESBUILD", str(next(BASE_DIR.glob("node_modules/@esbuild/*/bin/esbuild"), "")))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "numgames.assets.StaticStorage"},
}

# Languages and time ----------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("nl", _("Dutch")), ("de", _("German")), ("fr", _("French")), ("pl", _("Polish"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "numgames.formats"
TIME_ZONE = "UTC"
USE_TZ = True

# Accounts --------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = ["numgames.passwords.BackgroundHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "numgames.passwords.SiteWordsValidator"},
    {"NAME": "numgames.passwords.BreachedPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "lobby:lobby"
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "accounts.adapters.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_FORMS = {"reauthenticate": "accounts.forms.ReauthenticateForm"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
# Several accounts may name the same unconfirmed address: a sign-up neither reveals nor blocks another account.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False  # guests may sign up; accounts.sign_in redirects the others
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # before e-mail addresses, factors and the like are changed
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Numgames] "
ACCOUNT_MAX_EMAIL_ADDRESSES = 3
# How often an address or an account may do something: the site's own limits, and those of allauth's forms, of which
# only these two differ from its defaults
RATE_LIMITS: dict[str, str] = {
    "guest": env.rate("GUEST_LIMIT", "400/h/ip"),
    "analysis": env.rate("ANALYSIS_LIMIT", "300/h/ip") + "," + env.rate("ANALYSIS_ACCOUNT_LIMIT", "30/h/user"),
    "estimate": "6/10m/user",  # first estimates of matches of one player, made at the priority of moves
    "estimates": "12/m/site",  # the same of all: about a tenth of a core
    "variation": env.rate("VARIATION_LIMIT", "1200/h/ip"),
    "picture": env.rate("PICTURE_LIMIT", "120/m/ip"),
    "lights": env.rate("LIGHTS_LIMIT", "1200/m/ip"),  # a school class that solves puzzles
    "card": env.rate("CARD_LIMIT", "100/10m/ip"),  # wrong codes of pupils' cards
    "card_picture": "20/h/user",  # times that one card is used, with the right picture or a wrong one
    "chat": "5/10s/user,120/h/user",
    "reports": "10/d/user",
    "event_changes": "20/d/user",
    "api": env.rate("API_LIMIT", "600/m/token"),
    "api_visitor": env.rate("API_VISITOR_LIMIT", "120/m/ip"),
    "api_costly": env.rate("API_COSTLY_LIMIT", "60/m/token"),  # legal moves, previews, analyses, exports, new puzzles
    "api_costly_visitor": "20/m/ip",
    "oauth": "60/m/ip",
    "refused": "20/10s/ip",  # answers 403, 413 and 429 at one view, or ten times as many 404; then the gate refuses
}
ACCOUNT_RATE_LIMITS: dict[str, str] | bool = {
    "signup": env.rate("SIGNUP_LIMIT", "120/h/ip"),
    "login": "120/m/ip",  # allauth's 30 keeps a school out; wrong passwords have limits of their own
}
if not env.flag("RATE_LIMITS", True):
    RATE_LIMITS, ACCOUNT_RATE_LIMITS = {}, False
ALLAUTH_TRUSTED_PROXY_COUNT = env.number("TRUSTED_PROXIES", 0)

# Second factors --------------------------------------------------------------
MFA_ADAPTER = "accounts.adapters.FactorAdapter"
MFA_FORMS = {
    "authenticate": "accounts.forms.FactorForm",
    "reauthenticate": "accounts.forms.FactorAgainForm",
    "activate_totp": "accounts.forms.ActivateAppForm",
    "add_webauthn": "accounts.forms.AddPasskeyForm",
    "authenticate_webauthn": "accounts.forms.PasskeyForm",
    "reauthenticate_webauthn": "accounts.forms.PasskeyAgainForm",
    "login_webauthn": "accounts.forms.PasskeyLoginForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_TOTP_ISSUER = "Numgames"
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not SITE_URL  # http://localhost; a public site checks the origin
MFA_ALLOW_UNVERIFIED_EMAIL = True  # an unconfirmed address blocks no one: its owner confirms it with another account
MFA_RATE_LIMITS: dict[str, str] | bool = env.flag("RATE_LIMITS", True) and {"webauthn_login": "60/m/ip"}

# Sign-in with another site, by OpenID Connect; off unless OIDC_SERVER is set ---
OIDC = env.provider()
OIDC_CLIENT_SECRET = OIDC.secret if OIDC else ""
SOCIALACCOUNT_PROVIDERS: dict[str, dict[str, object]] = {}
if OIDC:
    _app = {
        "provider_id": "oidc",
        "name": OIDC.name,
        "client_id": OIDC.client_id,
        "secret": OIDC.secret,
        "settings": {"server_url": OIDC.server, "oauth_pkce_enabled": True},
    }
    SOCIALACCOUNT_PROVIDERS["openid_connect"] = {"APPS": [_app]}
SOCIALACCOUNT_ADAPTER = "accounts.adapters.ProviderAdapter"
SOCIALACCOUNT_AUTO_SIGNUP = False  # the player chooses the name that all see
SOCIALACCOUNT_FORMS = {"signup": "accounts.forms.ProviderSignupForm"}
SOCIALACCOUNT_REAUTHENTICATION_REQUIRED = True
IDP_OIDC_ADAPTER = "accounts.oauth.adapter.OAuthAdapter"  # the other way round: apps of others that act for players
IDP_OIDC_AUTH_METHODS = ["none"]  # no client has a secret
IDP_OIDC_REFRESH_TOKEN_EXPIRES_IN = 60 * 60 * 24 * 90  # after the last use
IDP_OIDC_RATE_LIMITS: dict[str, str] | bool = env.flag("RATE_LIMITS", True) and {"device_user_code": "20/m/ip"}

# E-mail ----------------------------------------------------------------------
EMAIL_BACKEND = "games.jobs.mail.QueuedBackend"
MAIL_TRANSPORT = os.environ.get("EMAIL_BACKEND", "django.core.mail.backends.console.EmailBackend")  # of the jobs
EMAIL_HOST = os.environ.get("EMAIL_HOST", "localhost")
EMAIL_PORT = env.number("EMAIL_PORT", 25, least=1, most=65535)
EMAIL_HOST_USER = os.environ.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = env.flag("EMAIL_USE_TLS", False)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL", "Numgames <numgames@localhost>")

NOTIFICATION_CHANNELS = [  # in the order of the preferences
    "games.notifications.channels.PageChannel",
    "games.notifications.channels.push.PushChannel",
    "games.notifications.channels.mail.MailChannel",
]

# Web push: the key from the environment, or the one generated in VAR_DIR on first use
VAPID_PRIVATE_KEY = os.environ.get("VAPID_PRIVATE_KEY", "")

# Security --------------------------------------------------------------------
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF, *([OIDC.origin] if OIDC else [])],  # browsers check the redirect to it, too
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = SECURE and env.flag("SECURE_SSL_REDIRECT", True)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if env.flag("BEHIND_PROXY", False) else None
SECURE_HSTS_SECONDS = 31_536_000 if SECURE else 0
# Both affect other sites of the same domain for a long time, so they are opt-in.
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE and env.flag("HSTS_INCLUDE_SUBDOMAINS", False)
SECURE_HSTS_PRELOAD = SECURE and env.flag("HSTS_PRELOAD", False)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = SECURE
if SECURE:
    # Cookies of this name cannot be set by other hosts of the domain, nor without HTTPS.
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME, LANGUAGE_COOKIE_NAME = "__Host-session", "__Host-csrf", "__Host-language"
    MESSAGE_STORAGE = "numgames.middleware.HostMessages"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 180
# Days from the last sign-in or reauthentication until a session ends, however much it is used; not for guests.
SESSION_LONGEST = env.number("SESSION_LONGEST", 365, least=1, most=3650)
SESSION_ENGINE = "django.contrib.sessions.backends.cached_db"
SESSION_CACHE_ALIAS = "sessions"
LANGUAGE_COOKIE_SAMESITE = "Lax"
SOCKETS_OPENING = env.number("SOCKETS_OPENING", 8, least=1)
PATIENCE = 4.0  # seconds until a waiting request or socket is refused: pages give up after 8
SOCKETS_PER_ADDRESS = env.number("SOCKETS_PER_ADDRESS", 1000, least=1)  # open at a time, in each process
SOCKETS_PER_ACCOUNT = env.number("SOCKETS_PER_ACCOUNT", 50, least=1)
# Open streams of the API in each process: in all, of an address, and of an account, whose oldest one ends for a new one
STREAMS = env.number("STREAMS", 1000, least=1)
STREAMS_PER_ADDRESS = env.number("STREAMS_PER_ADDRESS", 100, least=1)
STREAMS_PER_ACCOUNT = env.number("STREAMS_PER_ACCOUNT", 20, least=1)
WEBHOOKS_INSIDE = env.flag("WEBHOOKS_INSIDE", DEBUG)  # to http and to private addresses, to develop programs
SECURITY_CONTACT = env.security_contact()  # shown in /.well-known/security.txt
LARGEST_BODY = env.number("LARGEST_BODY", 1024 * 1024, least=1024)  # bytes; larger bodies are refused
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024  # of these, form data without files

# Operation -------------------------------------------------------------------
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")  # for /metrics; empty: requests from this machine only
SENTRY_DSN = os.environ.get("SENTRY_DSN", "")  # reports errors there, if sentry-sdk is installed
LOGGING = env.logging_config()
