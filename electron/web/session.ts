import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** How often a wrong key may be tried in {@link window}; a person mistypes none: they click a link. */
const triesAtMost = 5;
/** In milliseconds. */
const window = 60_000;

/** What became of a key that was shown: `granted` comes with the cookie to set. */
export type Trade =
  | { readonly kind: 'granted'; readonly cookie: string }
  | { readonly kind: 'used' | 'wrong' | 'too-many' };

/**
 * Who may use this host: whoever shows the one-time key gets a cookie for it, once. Both are 256
 * random bits that live as long as this object, and both are compared in constant time.
 */
export class Session {
  /** The one-time key, for the fragment of the address: browsers send that to nobody. */
  readonly key: string;
  readonly #cookieName: string;
  readonly #token = randomBytes(32).toString('base64url');
  readonly #now: () => number;
  #used = false;
  #wrongTries: number[] = [];

  /** `now` in milliseconds, on a clock that does not jump. */
  constructor(port: number, now: () => number = () => performance.now()) {
    this.key = randomBytes(32).toString('base64url');
    // Browsers keep cookies by host and not by port: the name tells two hosts apart.
    this.#cookieName = `hookdesk-${port}`;
    this.#now = now;
  }

  /** Trades the key for the cookie. After some wrong keys, none is looked at for a minute. */
  trade(key: string): Trade {
    const since = this.#now() - window;
    this.#wrongTries = this.#wrongTries.filter((at) => at > since);
    if (this.#wrongTries.length >= triesAtMost) return { kind: 'too-many' };
    const right = isEqual(key, this.key);
    if (right && !this.#used) {
      this.#used = true;
      const cookie = `${this.#cookieName}=${this.#token}; HttpOnly; SameSite=Strict; Path=/`;
      return { kind: 'granted', cookie };
    }
    this.#wrongTries.push(this.#now());
    return { kind: right ? 'used' : 'wrong' };
  }

  /** Whether a `Cookie` header holds this session's cookie. Source: RFC 6265 §4.2. */
  isGood(cookies: string | undefined): boolean {
    return (cookies ?? '').split(';').some((cookie) => {
      const [name, value, ...rest] = cookie.trim().split('=');
      const complete = name === this.#cookieName && value !== undefined && rest.length === 0;
      return complete && isEqual(value, this.#token);
    });
  }
}

/** Compares two texts in a time that tells nothing of where they differ. */
function isEqual(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
