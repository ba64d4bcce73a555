import type { StoredHeader, StoredWebhook } from './stored-webhook.ts';

/** Types of request bodies that keep the rules of `openapi/body-rules.ts`. */

export type Variant = 'A' | 'B';
export const variantNames: readonly Variant[] = ['A', 'B'];

/** A header in a request body, without an id. */
export type HeaderBody = Readonly<Omit<StoredHeader, 'http_header_id'>>;

type Fields = Readonly<Omit<StoredWebhook, 'http_headers' | 'payload_type'>>;
type PayloadType = NonNullable<StoredWebhook['payload_type']>;

/** WebhookPostData. Source: interface document §2.3. */
export type CreateBody = Partial<Fields> &
  Pick<Fields, 'name' | 'url'> & {
    readonly http_headers?: readonly HeaderBody[];
    /** Variant B only. */
    readonly payload_type?: PayloadType;
  };

/** WebhookPutData. Source: interface document §2.4. */
export interface UpdateBody extends Partial<Fields> {
  /** Variant A only. */
  readonly id?: number;
  readonly http_headers?: HeaderChanges;
}

/** The changes of headers in an update, by header id. */
export interface HeaderChanges {
  readonly added?: readonly HeaderBody[];
  readonly changed?: readonly (HeaderBody & { readonly http_header_id: number })[];
  readonly deleted?: readonly { readonly http_header_id: number }[];
  /** Variant B only. The interface document has it here, not at the top level of an update. */
  readonly payload_type?: PayloadType;
}

/** Body of a sign-in. Source: the public documentation of PEM. */
export interface SignInBody {
  readonly username: string;
  readonly password: string;
}

/** A part of a request body that is not as it must be. */
export interface Violation {
  /** JSON Pointer (RFC 6901) into the body; empty for the body as a whole. */
  readonly pointer: string;
  /** A sentence for a person. Never contains a value from the body: it could be a secret. */
  readonly detail: string;
}
