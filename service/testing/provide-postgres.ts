import type { TestProject } from 'vitest/node';
import { postgresPrograms, type PostgresServer, startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the server of the project `postgres`; other projects have none. */
    postgres?: string;
  }
}

let server: PostgresServer | null = null;

/** Starts one server for all tests of the project. */
export async function setup(project: TestProject): Promise<void> {
  const programs = postgresPrograms();
  if (programs === null) throw new Error('PostgreSQL is not installed.');
  server = await startPostgres(programs);
  project.provide('postgres', server.url);
}

export async function teardown(): Promise<void> {
  await server?.remove();
}
