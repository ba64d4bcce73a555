import { openStoredHouse } from '#test-support/stored-core-fixture.ts';
import { bundleText } from './five-hundred-rows.ts';
import { begin, ended, openFile, planned } from './import-fixture.ts';
import { placesOf } from './places.ts';

/** Imports a bundle into several installations, with the store in a data folder: `FOLDER PLACES`. */
const [directory = '', places = ''] = process.argv.slice(2);
const house = await openStoredHouse(directory, ...placesOf(places));
const fileId = await openFile(house, bundleText);
const { connectionIds } = house;
const plan = await planned(house, { fileId, connectionIds, keys: null, alsoRemove: true });
await ended(house, await begin(house, plan));
await house.close();
