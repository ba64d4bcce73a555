/** Where the window's page comes from: the address to load, and the only origin that is trusted. */
export interface WindowAddress {
  readonly url: string;
  readonly origin: string;
  /** The page comes from the Vite server of a developer. */
  readonly development: boolean;
}

export const appScheme = 'app';
export const appHost = 'hookdesk';

const packagedAddress: WindowAddress = {
  url: `${appScheme}://${appHost}/index.html`,
  origin: `${appScheme}://${appHost}`,
  development: false,
};

/**
 * The window's address: the bundle that ships with the app, or `HOOKDESK_DEV_URL` while developing.
 * A packaged app ignores the variable.
 * @throws Error if the variable is not `http://127.0.0.1:PORT`.
 */
export function windowAddress(devUrl: string | undefined, packaged: boolean): WindowAddress {
  if (devUrl === undefined || devUrl === '' || packaged) return packagedAddress;
  const match = /^(http:\/\/127\.0\.0\.1:\d{1,5})\/?$/.exec(devUrl);
  if (match?.[1] === undefined) throw new Error('HOOKDESK_DEV_URL must be http://127.0.0.1:PORT.');
  return { url: `${match[1]}/`, origin: match[1], development: true };
}

/**
 * The origin of an address as Chromium writes it. `URL.origin` is not used because it is `null` for
 * a scheme of one's own.
 */
export function originOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return url.host === '' ? null : `${url.protocol}//${url.host}`;
}
