import { serviceAddressesOf } from '#test-support/service-addresses.ts';
import { openStoredCore } from '#test-support/stored-core-fixture.ts';
import { bundleText } from './five-hundred-rows.ts';
import { begin, ended, openFile, planned } from './import-fixture.ts';

/** Imports a bundle into several installations, with the store in a data folder: `FOLDER PLACES`. */
const [directory = '', places = ''] = process.argv.slice(2);
const core = await openStoredCore(directory, ...serviceAddressesOf(places));
const fileId = await openFile(core, bundleText);
const { connectionIds } = core;
const plan = await planned(core, { fileId, connectionIds, keys: null, alsoRemove: true });
await ended(core, await begin(core, plan));
await core.close();
