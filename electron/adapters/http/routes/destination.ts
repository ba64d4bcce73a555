export interface Destination {
  /** Without brackets. */
  readonly host: string;
  readonly port: number;
}

export function destinationOf({
  hostname,
  port,
  protocol,
}: Readonly<Record<'hostname' | 'port' | 'protocol', string>>): Destination {
  const usualPort = protocol === 'https:' ? 443 : 80;
  const host = hostname.replace(/^\[|\]$/g, '');
  return { host, port: port === '' ? usualPort : Number(port) };
}
