import { HostUnavailable, OneTimeKeyRequired } from './host.ts';

/** Milliseconds. */
const timeout = 10_000;

const entry = 'hookdesk.session';

const ended =
  'This address has been used already, or it is from an earlier start. Open the address that Hookdesk printed last, or start it again with npm start.';
const missing =
  'Copy the address after “Hookdesk is ready at” in the terminal where you started Hookdesk, and paste it here.';
const notStored =
  'This browser stores nothing for this page, so reloading it ends its session. Allow this page to store data, then start Hookdesk again and open the address that it prints.';

/** Only one tab can trade the one-time key, so tabs take a lock. Throws HostUnavailable or OneTimeKeyRequired. */
export async function openSession(key: string | null): Promise<string> {
  const storage = localStorageOrNull();
  if (storage !== null) {
    return await navigator.locks.request(entry, () => openStored(storage, key));
  }
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
  throw new OneTimeKeyRequired(key === null && secret === null ? missing : ended);
}

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

function localStorageOrNull(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** If the storage is full, the secret lives in this tab only. */
function store(storage: Storage, secret: string): void {
  try {
    storage.setItem(entry, secret);
  } catch {
    storage.removeItem(entry);
  }
}
