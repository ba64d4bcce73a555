import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** The web socket's subprotocol. The server selects it, so that its answer does not repeat the secret. */
export const rpcProtocol = 'hookdesk';

/** The result of a trade; `used` is a right key that was traded before. */
export type Trade =
  { readonly kind: 'granted'; readonly secret: string } | { readonly kind: 'used' | 'wrong' };

/**
 * The access to one host run. The one-time key is traded once for a secret, which the page keeps for its
 * own origin. A cookie would not do: browsers send cookies to every port of 127.0.0.1. Key and secret
 * have 256 random bits, end with this object, and are compared in constant time.
 */
export class Session {
  /** The one-time key, for the fragment of the address: browsers never send the fragment. */
  readonly key = randomBytes(32).toString('base64url');
  readonly #secret = randomBytes(32).toString('base64url');
  #used = false;

  /** Trades the key for the secret. A wrong key changes nothing. */
  trade(key: string): Trade {
    if (!isEqual(key, this.key)) return { kind: 'wrong' };
    if (this.#used) return { kind: 'used' };
    this.#used = true;
    return { kind: 'granted', secret: this.#secret };
  }

  /** Whether an `Authorization` header carries the secret. Source: RFC 6750 §2.1. */
  isAuthorized(authorization: string | undefined): boolean {
    const prefix = 'Bearer ';
    return (
      authorization?.startsWith(prefix) === true &&
      isEqual(authorization.slice(prefix.length), this.#secret)
    );
  }

  /**
   * Whether a `Sec-WebSocket-Protocol` header offers `hookdesk` and `hookdesk.SECRET`. Browsers let a page
   * set no other header of a web socket. Source: RFC 6455 §4.1.
   */
  isOffered(protocols: string | undefined): boolean {
    const offered = (protocols ?? '').split(',').map((protocol) => protocol.trim());
    const prefix = `${rpcProtocol}.`;
    return (
      offered.includes(rpcProtocol) &&
      offered.some(
        (protocol) =>
          protocol.startsWith(prefix) && isEqual(protocol.slice(prefix.length), this.#secret),
      )
    );
  }
}

/** Compares two texts in a time that does not depend on where they differ. */
function isEqual(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
