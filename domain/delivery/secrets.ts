import type { DeliveryHeader } from './delivery-request.ts';

/** A piece of a text, and which secret it is. */
export interface Stretch {
  readonly text: string;
  /** For people, such as `the value of the header Authorization`; `null` for what is no secret. */
  readonly secret: string | null;
}

export const urlStretches = (url: string): Stretch[] => [{ text: url, secret: null }];
export const headerStretches = ({ value }: DeliveryHeader): Stretch[] => [
  { text: value, secret: null },
];
export const bodyStretches = (body: string): Stretch[] => [{ text: body, secret: null }];
