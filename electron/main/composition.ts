import type { OpenExternal, Ports } from '#core/ports.ts';

/** What the shell knows and the adapters need. */
export interface CompositionNeeds {
  readonly dataFolder: string;
  /** The bundled webhook management service, for practice. */
  readonly service: string;
  readonly openExternal: OpenExternal;
}

/** The adapters behind the ports, and how they come to an end. */
export interface Composition {
  readonly ports: Ports;
  readonly close: () => Promise<void>;
}

export type Compose = (needs: CompositionNeeds) => Promise<Composition>;
