import { plainRoute, type Route } from '#core/ports.ts';
import { defaultLimits, type Limits } from '#domain/installation/limits.ts';
import { createHttpServices, type HttpOptions, type HttpServices } from '../http-services.ts';
import type { TestServer } from './servers.ts';

/** Short time limits for tests. */
const shortLimits: Limits = {
  ...defaultLimits,
  connectMilliseconds: 300,
  headersMilliseconds: 300,
  bodyMilliseconds: 300,
};

/** A route with some changes, without proxy, and with the default limits. */
export const routeWith = (changes: Partial<Route> = {}): Route => ({
  ...plainRoute,
  proxy: { kind: 'none' },
  ...changes,
});

/** The same route with short time limits. */
export const shortRoute = (limits: Partial<Limits> = {}, changes: Partial<Route> = {}): Route =>
  routeWith({ ...changes, limits: { ...shortLimits, ...limits } });

/** Resources of a test. `closeAll` closes them in reverse order. */
export class Opened {
  readonly #open: AsyncDisposable[] = [];

  /** HTTP services without retries by default. */
  http(options: HttpOptions = {}): HttpServices {
    const services = createHttpServices({
      environment: {},
      ...options,
      limits: { errorBody: 100, retryPauses: [], ...options.limits },
    });
    this.#open.push({ [Symbol.asyncDispose]: () => services.close() });
    return services;
  }

  async server<Started extends TestServer>(starting: Promise<Started>): Promise<Started> {
    const server = await starting;
    this.#open.push(server);
    return server;
  }

  async closeAll(): Promise<void> {
    for (const each of this.#open.splice(0).reverse()) await each[Symbol.asyncDispose]();
  }
}
