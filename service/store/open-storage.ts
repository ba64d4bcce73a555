import type { Variant } from '../webhooks/body-types.ts';
import { openSqlite } from './sqlite/sqlite-storage.ts';
import { variantInFile } from './sqlite/open-database.ts';
import type { Storage } from './storage.ts';

/** Where a service stores its data; in memory if both are omitted. */
export interface StorageLocation {
  /** An SQLite file. */
  readonly dataFile?: string | undefined;
  /** URL of a PostgreSQL database; replaces the file. */
  readonly database?: string | undefined;
}

/**
 * @throws DataFileRefused or DatabaseRefused if the file or the database cannot be used, Refusal 503
 * if the database cannot be reached.
 */
export async function openStorage(
  variant: Variant,
  { dataFile, database }: StorageLocation,
): Promise<Storage> {
  if (database === undefined) return openSqlite(variant, dataFile ?? null);
  // Only here, so that a service without a database does not load the driver.
  const { openPostgres } = await import('./postgres/postgres-storage.ts');
  return openPostgres(variant, database);
}

/**
 * The variant of the service whose data is there; `null` if there is none.
 * @throws StorageRefused or Refusal 503 as {@link openStorage}
 */
export async function variantIn({ dataFile, database }: StorageLocation): Promise<Variant | null> {
  if (database === undefined) return dataFile === undefined ? null : variantInFile(dataFile);
  const { variantInDatabase } = await import('./postgres/postgres-storage.ts');
  return variantInDatabase(database);
}
