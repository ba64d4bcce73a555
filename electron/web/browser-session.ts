import { randomBytes } from 'node:crypto';
import { isSameSecret } from '#adapters/same-secret.ts';

/** The server selects this subprotocol, so that its answer does not repeat the secret. */
export const rpcProtocol = 'hookdesk';

export type KeyExchange =
  | { readonly kind: 'granted'; readonly secret: string }
  | { readonly kind: 'used' | 'wrong' | 'foreign' };

/**
 * The session of the one browser that may reach this host: it exchanges the one-time key for a secret, which each
 * request carries. Not a cookie: browsers send cookies to every port of 127.0.0.1. Compares in constant time.
 */
export class BrowserSession {
  /** For the fragment of the address, which browsers never send. */
  readonly key = randomBytes(32).toString('base64url');
  readonly #secret = randomBytes(32).toString('base64url');
  readonly #exchanged = Promise.withResolvers<null>();
  /** Resolves after the exchange of the key. */
  readonly keyExchanged = this.#exchanged.promise;
  #isUsed = false;

  /** @param isForeign whether another user asks; asked only with the right key */
  exchangeKey(key: string, isForeign: () => boolean): KeyExchange {
    if (!isSameSecret(key, this.key)) return { kind: 'wrong' };
    if (isForeign()) return { kind: 'foreign' };
    if (this.#isUsed) return { kind: 'used' };
    this.#isUsed = true;
    this.#exchanged.resolve(null);
    return { kind: 'granted', secret: this.#secret };
  }

  /** Source: RFC 6750 §2.1. */
  isAuthorized(authorization: string | undefined): boolean {
    const prefix = 'Bearer ';
    return (
      authorization?.startsWith(prefix) === true &&
      isSameSecret(authorization.slice(prefix.length), this.#secret)
    );
  }

  /** A web socket can carry the secret in no other header. Source: RFC 6455 §4.1. */
  isOffered(protocols: string | undefined): boolean {
    const offered = (protocols ?? '').split(',').map((protocol) => protocol.trim());
    const prefix = `${rpcProtocol}.`;
    return (
      offered.includes(rpcProtocol) &&
      offered.some(
        (protocol) =>
          protocol.startsWith(prefix) && isSameSecret(protocol.slice(prefix.length), this.#secret),
      )
    );
  }
}
