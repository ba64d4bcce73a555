// Opens the secret store of a data folder with the real library, uses it once, and says how it went.
import { createSecretStore } from '../secret-store.ts';

const [directory = '', service = 'Hookdesk tests', probeLimit = '2000'] = process.argv.slice(2);
const begun = performance.now();
const store = await createSecretStore({ directory, service, probeLimit: Number(probeLimit) });
const took = performance.now() - begun;
await store.set('try', 'secret');
const got = await store.get('try');
await store.clear('try');
const cleared = await store.get('try');
process.stdout.write(JSON.stringify({ ...store.describe(), took, got, cleared }));
process.exit(0);
