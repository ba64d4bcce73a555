import { z } from 'zod';
import type { Issue } from '../webhook/check.ts';
import { VariantId } from '../webhook/variant.ts';
import { checkApiRoot, checkBaseUrl } from './address.ts';

/** What kind of installation it is; production is shown so that nobody misses it. */
export const Environment = z.enum(['production', 'staging', 'test', 'development']);
export type Environment = z.infer<typeof Environment>;

/** How requests to an installation are authenticated. Source: interface document §5 says both. */
const Authentication = z.enum(['auth-token', 'none']);
export type Authentication = z.infer<typeof Authentication>;

/** What a person says of an installation; never a secret. */
export const ConnectionSettings = z.object({
  name: z.string(),
  baseUrl: z.string(),
  variant: VariantId,
  apiRoot: z.string(),
  authentication: Authentication,
  environment: Environment.nullable(),
  readOnly: z.boolean(),
});
export type ConnectionSettings = z.infer<typeof ConnectionSettings>;

/** A saved installation. */
export const Connection = ConnectionSettings.extend({
  id: z.string().min(1),
  /** The service runs inside Hookdesk, for practice; its address is given anew at each start. */
  practice: z.boolean(),
});
export type Connection = z.infer<typeof Connection>;

/** What is wrong with the settings of a connection; `path` is the name of the setting. */
export function checkConnection(settings: ConnectionSettings): Issue[] {
  const name: Issue[] =
    settings.name.trim() === ''
      ? [{ path: 'name', level: 'error', message: 'Give the installation a name.' }]
      : [];
  return [...name, ...checkBaseUrl(settings.baseUrl), ...checkApiRoot(settings.apiRoot)];
}

/**
 * The settings in the form in which they are saved: trimmed, without a slash at the end. An API root
 * that is nothing but a slash stays one.
 */
export function tidyConnection(settings: ConnectionSettings): ConnectionSettings {
  return {
    ...settings,
    name: settings.name.trim(),
    baseUrl: settings.baseUrl.trim().replace(/\/+$/, ''),
    apiRoot: settings.apiRoot.trim().replace(/(?<=.)\/+$/, ''),
  };
}
