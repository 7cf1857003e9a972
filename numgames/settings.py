"""Django settings, from environment variables; with none set the site runs on SQLite in one process."""

from __future__ import annotations

import os
from pathlib import Path

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from games.catalogue import game_apps

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(os.environ.get("NUMGAMES_VAR", BASE_DIR / "var"))


def _flag(name: str, usual: bool) -> bool:
    return os.environ.get(name, str(usual)).lower() in {"1", "true", "yes", "on"}


def _list(name: str, usual: str) -> list[str]:
    return [part for part in os.environ.get(name, usual).split(",") if part]


def _secret_key() -> str:
    """Return the key from the environment, or the one that script/server generated."""
    if key := os.environ.get("SECRET_KEY"):
        return key
    file = VAR_DIR / "secret_key"
    if file.exists():
        return file.read_text().strip()
    raise ImproperlyConfigured("Set SECRET_KEY, or start the site once with script/server, which makes one.")


DEBUG = _flag("DEBUG", False)
SECRET_KEY = _secret_key()
SITE_URL = os.environ.get("SITE_URL", "")  # public address, such as https://numgames.example; empty: local only
SECURE = SITE_URL.startswith("https://")
ALLOWED_HOSTS = _list("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = [SITE_URL] if SITE_URL else []

# The games -------------------------------------------------------------------
GAME_PACKAGES = _list("GAME_PACKAGES", "games")
# Worker processes for computer players and analysis; by default one less than the cores, 2 to 4. 0: none
WORKERS = int(os.environ["WORKERS"]) if os.environ.get("WORKERS") else None
WORKERS_NICE = int(os.environ.get("WORKERS_NICE", "19"))  # their niceness, 0 to 19 (lowest priority)
# Puzzles of each game below which computer players play matches to find more; 0: none
PUZZLE_STOCK = int(os.environ.get("PUZZLE_STOCK", "24"))

INSTALLED_APPS = [
    "numgames",
    "daphne",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "servestatic",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "allauth",
    "allauth.account",
    "accounts",
    "games.jobs",
    "games.matches",
    "games.ratings",
    "games.computers",
    "games.social",
    "games.notifications",
    "games.history",
    "games.analysis",
    "games.lobby",
    "games.lessons",
    "games.fairness",
    "games.puzzles",
    *game_apps(GAME_PACKAGES),
]

MIDDLEWARE = [
    "accounts.middleware.slow_admission",
    "django.middleware.security.SecurityMiddleware",
    "servestatic.middleware.ServeStaticMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "numgames.middleware.SaneRequestMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.LanguageMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "numgames.urls"
ASGI_APPLICATION = "numgames.asgi.application"
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
            "libraries": {"pieces": "games.matches.pages.tags"},
        },
    }
]

# Storage ---------------------------------------------------------------------
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
_database = dj_database_url.parse(os.environ.get("DATABASE_URL") or f"sqlite:///{VAR_DIR / 'numgames.sqlite3'}")
DATABASES: dict[str, dict[str, object]] = {"default": {**_database}}
if _database["ENGINE"].endswith("sqlite3"):
    # Threads keep their connection: to open one costs more than most queries. A request closes its own at its end.
    DATABASES["default"]["CONN_MAX_AGE"] = 600
    # Writers queue instead of failing (IMMEDIATE), readers do not block (WAL).
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        # FULL: a move is on disk before it is acknowledged. NORMAL in WAL mode could lose it in a power cut.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }
else:
    # One pool a process: under ASGI every request has a thread of its own, so persistent connections would pile up.
    # A request that gets no connection in time is answered 503, before the client's own timeout.
    pool = {"min_size": 1, "max_size": int(os.environ.get("DATABASE_POOL", "12")), "timeout": 5, "reconnect_timeout": 5}
    DATABASES["default"]["OPTIONS"] = {"pool": pool}
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True  # the pool hands out no dead connection

# Threads, and so connections, for the database work of all open sockets of a process
SOCKET_THREADS = int(os.environ.get("SOCKET_THREADS", "4"))

REDIS_URL = os.environ.get("REDIS_URL", "")
REDIS_PREFIX = os.environ.get("REDIS_PREFIX", "numgames")
if REDIS_URL:
    CACHES: dict[str, dict[str, object]] = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": REDIS_PREFIX,
        }
    }
else:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "OPTIONS": {"MAX_ENTRIES": 10_000},
        }
    }

# Static files ----------------------------------------------------------------
STATIC_URL = "static/"
STATIC_ROOT = Path(os.environ.get("STATIC_ROOT", VAR_DIR / "static"))
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "numgames.storage.StaticStorage"},
}

# Languages and time ----------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("nl", _("Dutch")), ("de", _("German"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

# Accounts --------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "lobby:lobby"
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False  # guests may sign up; accounts.auth_views redirects the others
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Numgames] "
ACCOUNT_MAX_EMAIL_ADDRESSES = 3
# Rate limits: allauth's, and ours for new guests and analyses; off for tests with many users from one address
ACCOUNT_RATE_LIMITS: dict[str, str] | bool = _flag("RATE_LIMITS", True) and {
    "guest": os.environ.get("GUEST_LIMIT", "200/h/ip"),
    "analysis": os.environ.get("ANALYSIS_LIMIT", "60/h/ip"),
}
ALLAUTH_TRUSTED_PROXY_COUNT = int(os.environ.get("TRUSTED_PROXIES", "0"))

# E-mail ----------------------------------------------------------------------
EMAIL_BACKEND = os.environ.get("EMAIL_BACKEND", "django.core.mail.backends.console.EmailBackend")
EMAIL_HOST = os.environ.get("EMAIL_HOST", "localhost")
EMAIL_PORT = int(os.environ.get("EMAIL_PORT", "25"))
EMAIL_HOST_USER = os.environ.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = _flag("EMAIL_USE_TLS", False)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL", "Numgames <numgames@localhost>")

NOTIFICATION_CHANNELS = [  # in the order of the preferences
    "games.notifications.channels.page.channel.PageChannel",
    "games.notifications.channels.push.channel.PushChannel",
    "games.notifications.channels.mail.channel.MailChannel",
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
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = SECURE and _flag("SECURE_SSL_REDIRECT", True)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if _flag("BEHIND_PROXY", False) else None
SECURE_HSTS_SECONDS = 31_536_000 if SECURE else 0
# Both affect other sites of the same domain for a long time, so they are opt-in.
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE and _flag("HSTS_INCLUDE_SUBDOMAINS", False)
SECURE_HSTS_PRELOAD = SECURE and _flag("HSTS_PRELOAD", False)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE
SESSION_COOKIE_AGE = 60 * 60 * 24 * 180
SESSION_ENGINE = "django.contrib.sessions.backends.cached_db"
LANGUAGE_COOKIE_SAMESITE = "Lax"
LARGEST_BODY = int(os.environ.get("LARGEST_BODY", 1024 * 1024))  # bytes; larger bodies are refused unread
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024  # of these, form data without files

LOGGING: dict[str, object] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "numgames.logs.LineFormatter",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        }
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": os.environ.get("LOG_LEVEL", "WARNING")},
    "loggers": {"django": {"handlers": []}},  # Django's own handlers do not use the formatter
}
