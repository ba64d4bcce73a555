export interface WindowAddress {
  readonly url: string;
  readonly origin: string;
  readonly development: boolean;
}

export const appScheme = 'app';
export const appHost = 'hookdesk';

const packagedAddress: WindowAddress = {
  url: `${appScheme}://${appHost}/index.html`,
  origin: `${appScheme}://${appHost}`,
  development: false,
};

/** A packaged app ignores `devUrl`. Throws unless it is `http://127.0.0.1:PORT`. */
export function windowAddress(devUrl: string | undefined, packaged: boolean): WindowAddress {
  if (devUrl === undefined || devUrl === '' || packaged) return packagedAddress;
  const match = /^(http:\/\/127\.0\.0\.1:\d{1,5})\/?$/.exec(devUrl);
  if (match?.[1] === undefined) throw new Error('HOOKDESK_DEV_URL must be http://127.0.0.1:PORT.');
  return { url: `${match[1]}/`, origin: match[1], development: true };
}

/** Not `URL.origin`, which is the text `null` for a custom scheme. Without a host, such as `about:blank`, `null`. */
export function originOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return url.host === '' ? null : `${url.protocol}//${url.host}`;
}
