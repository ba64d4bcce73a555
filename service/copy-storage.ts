import { isDatabaseUrl } from './option-values.ts';
import { openStorage, type StorageLocation, variantIn } from './store/open-storage.ts';
import { StorageRefused } from './store/storage.ts';

/**
 * Copies all webhooks with their ids, and the counters of ids, to an empty place. A place is a data
 * file or the URL of a database. Returns a sentence with the result.
 * @throws StorageRefused if a place cannot be used, or deliveries are unfinished; then nothing has
 * changed. Refusal 503 if a database cannot be reached.
 */
export async function copyStorage(from: string, to: string): Promise<string> {
  const variant = await variantIn(locationOf(from));
  if (variant === null) throw new StorageRefused('There are no webhooks of a service at --from.');
  const source = await openStorage(variant, locationOf(from));
  try {
    const contents = await source.contents();
    if (contents.unfinished > 0) {
      throw new StorageRefused(
        `Nothing was copied: ${contents.unfinished} deliveries are not finished. Start the service ` +
          'with --practice until they are, stop it, and copy then.',
      );
    }
    const target = await openStorage(variant, locationOf(to));
    try {
      await target.restore(contents);
    } finally {
      await target.close();
    }
    return `Copied ${contents.webhooks.length} webhooks of variant ${variant}.`;
  } finally {
    await source.close();
  }
}

const locationOf = (place: string): StorageLocation =>
  isDatabaseUrl(place) ? { database: place } : { dataFile: place };
