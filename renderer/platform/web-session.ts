import { HostUnavailable } from './host.ts';

/** How long the web host may take to answer, in milliseconds. */
const timeout = 10_000;

/** The name of the entry in `localStorage`, and of the lock that tabs take to change it. */
const entry = 'hookdesk.session';

const ended =
  'This address has been used already, or it is from an earlier start. Open the address that Hookdesk printed last, or start it again with npm start.';
const notStored =
  'This browser stores nothing for this page, so reloading it ends its session. Allow this page to store data, then start Hookdesk again and open the address that it prints.';

/**
 * Returns the secret of this host run. Trades the one-time key for it, or takes the one that an earlier tab
 * stored: `localStorage` belongs to the origin, which includes the port. Tabs that open together wait for
 * each other, because only one of them can trade the key.
 *
 * @throws HostUnavailable where the host does not answer, or accepts neither key nor stored secret
 */
export async function openSession(key: string | null): Promise<string> {
  const storage = localStorageOrNull();
  if (storage !== null) {
    return await navigator.locks.request(entry, () => openStored(storage, key));
  }
  // Without storage the secret lives in this tab alone.
  const secret = key === null ? null : await trade(key);
  if (secret === null || !(await isAccepted(secret))) throw new HostUnavailable(notStored);
  return secret;
}

async function openStored(storage: Storage, key: string | null): Promise<string> {
  const traded = key === null ? null : await trade(key);
  if (traded !== null) store(storage, traded);
  const secret = traded ?? storage.getItem(entry);
  if (secret !== null && (await isAccepted(secret))) return secret;
  storage.removeItem(entry);
  throw new HostUnavailable(ended);
}

/** The secret for the key; `null` when the key is wrong or was traded before. */
async function trade(key: string): Promise<string | null> {
  const answer = await ask({
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ key }),
  });
  if (!answer.ok) return null;
  const body: unknown = await answer.json();
  const secret: unknown =
    typeof body === 'object' && body !== null && 'secret' in body ? body.secret : null;
  return typeof secret === 'string' ? secret : null;
}

/** @throws HostUnavailable where the secret is right and the host serves no more windows */
async function isAccepted(secret: string): Promise<boolean> {
  const answer = await ask({ headers: { Authorization: `Bearer ${secret}` } });
  if (answer.status === 503) {
    throw new HostUnavailable(
      'Hookdesk is open in too many tabs of this browser. Close one of them, then reload this one.',
    );
  }
  return answer.ok;
}

function ask(init: RequestInit): Promise<Response> {
  return fetch('/session', { ...init, signal: AbortSignal.timeout(timeout) }).catch(() => {
    throw new HostUnavailable('Hookdesk no longer answers. Start it again with npm start.');
  });
}

/** `null` where the browser lets this page store nothing. */
function localStorageOrNull(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** A full storage keeps nothing: the secret then lives in this tab alone. */
function store(storage: Storage, secret: string): void {
  try {
    storage.setItem(entry, secret);
  } catch {
    storage.removeItem(entry);
  }
}
