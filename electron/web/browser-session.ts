import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** The server selects this subprotocol, so that its answer does not repeat the secret. */
export const rpcProtocol = 'hookdesk';

export type Trade =
  | { readonly kind: 'granted'; readonly secret: string }
  | { readonly kind: 'used' | 'wrong' | 'foreign' };

/** Not a cookie: browsers send cookies to every port of 127.0.0.1. Compares in constant time. */
export class BrowserSession {
  /** For the fragment of the address, which browsers never send. */
  readonly key = randomBytes(32).toString('base64url');
  readonly #secret = randomBytes(32).toString('base64url');
  readonly #traded = Promise.withResolvers<null>();
  /** Resolves after the trade. */
  readonly traded = this.#traded.promise;
  #used = false;

  /** @param isForeign whether another user asks; asked only with the right key */
  trade(key: string, isForeign: () => boolean): Trade {
    if (!isEqual(key, this.key)) return { kind: 'wrong' };
    if (isForeign()) return { kind: 'foreign' };
    if (this.#used) return { kind: 'used' };
    this.#used = true;
    this.#traded.resolve(null);
    return { kind: 'granted', secret: this.#secret };
  }

  /** Source: RFC 6750 §2.1. */
  isAuthorized(authorization: string | undefined): boolean {
    const prefix = 'Bearer ';
    return (
      authorization?.startsWith(prefix) === true &&
      isEqual(authorization.slice(prefix.length), this.#secret)
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
          protocol.startsWith(prefix) && isEqual(protocol.slice(prefix.length), this.#secret),
      )
    );
  }
}

function isEqual(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
