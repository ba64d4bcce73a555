import type { Ports } from '#core/ports.ts';

/** The adapters behind the ports, and how they come to an end. */
export interface Composition {
  readonly ports: Ports;
  readonly close: () => Promise<void>;
}
