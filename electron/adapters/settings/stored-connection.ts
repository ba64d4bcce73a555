import { z } from 'zod';
import { blankConnection, Connection } from '#domain/installation/connection.ts';

/** The ways to authenticate as they were written before each of them could say more of itself. */
const AuthenticationAsWord = z.enum(['auth-token', 'none']);

/** What a connection says since it can say it; an older file is silent about these. */
const { trust, clientCertificate, proxy, limits, group, notes, payloadTypePlace } = blankConnection;
const sinceTheFirst = { trust, clientCertificate, proxy, limits, group, notes, payloadTypePlace };

/** A connection as this Hookdesk or an older one has written it. */
export const StoredConnection = z.preprocess((value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const stored: Record<string, unknown> = { ...sinceTheFirst, ...value };
  const word = AuthenticationAsWord.safeParse(stored.authentication);
  return word.success ? { ...stored, authentication: { kind: word.data } } : stored;
}, Connection);
