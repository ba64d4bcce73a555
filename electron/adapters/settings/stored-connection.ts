import { z } from 'zod';
import { blankConnection, Connection } from '#domain/installation/connection.ts';

/** Older files stored the authentication as a string. */
const AuthenticationAsWord = z.enum(['auth-token', 'none']);

const { trust, clientCertificate, proxy, limits, group, notes, payloadTypePlace } = blankConnection;
const sinceTheFirst = { trust, clientCertificate, proxy, limits, group, notes, payloadTypePlace };

export const StoredConnection = z.preprocess((value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const stored: Record<string, unknown> = { ...sinceTheFirst, ...value };
  const word = AuthenticationAsWord.safeParse(stored.authentication);
  return word.success ? { ...stored, authentication: { kind: word.data } } : stored;
}, Connection);
