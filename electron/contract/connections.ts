import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { Connection, ConnectionSettings } from '#domain/installation/connection.ts';
import { ProposedEntry } from '#domain/installation/propose-import.ts';
import { SecretName } from '#domain/installation/secret-owner.ts';
import { CertificateDoubt, CertificateFacts } from '#domain/installation/trust.ts';
import { Problem } from '#domain/problem.ts';
import { ConnectionId, procedure } from './procedure.ts';

/** Whether each secret is stored. The window never receives the secrets themselves. */
const KeptSecrets = z.record(SecretName, z.boolean());
export type KeptSecrets = z.infer<typeof KeptSecrets>;

export const ConnectionView = Connection.extend({ has: KeptSecrets });
export type ConnectionView = z.infer<typeof ConnectionView>;

/** A new secret; `null` or missing leaves the stored one. At most 64 KiB. */
const SecretInput = z.string().min(1).max(65_536).nullable().exactOptional();

export const SecretsInput = z.object({
  authToken: SecretInput,
  password: SecretInput,
  proxyPassword: SecretInput,
  /** PEM, without a passphrase. */
  clientKey: SecretInput,
});
export type SecretsInput = z.infer<typeof SecretsInput>;

/** Stored secrets of `connectionId` fill in missing ones, but only for the same origin. */
export const UnsavedConnection = z.object({
  connectionId: z.string().nullable(),
  settings: ConnectionSettings,
  secrets: SecretsInput,
});
export type UnsavedConnection = z.infer<typeof UnsavedConnection>;

export const CertificateView = z.object({
  certificate: CertificateFacts,
  trusted: z.boolean(),
  doubts: z.array(CertificateDoubt),
});
export type CertificateView = z.infer<typeof CertificateView>;

/** State of one step of a connection test. */
export const TestStep = z.object({
  step: z.enum(['reach', 'certificate', 'authenticate', 'list', 'variant']),
  state: z.enum(['running', 'passed', 'failed', 'skipped', 'noticed']),
  message: z.string(),
  problem: Problem.nullable(),
  certificate: CertificateView.nullable(),
});
export type TestStep = z.infer<typeof TestStep>;

/** What removing a connection deletes with it, and what prevents it. */
export const RemovalPreview = z.object({
  name: z.string(),
  keptInVault: z.array(SecretName),
  bundleValues: z.boolean(),
  certificates: z.int(),
  notes: z.boolean(),
  samples: z.int(),
  ownTokens: z.int(),
  runningPlans: z.array(z.object({ planId: z.string(), title: z.string() })),
  isPublishing: z.boolean(),
  /** Journal entries whose outcome would stay unknown. */
  openEntries: z.int(),
});
export type RemovalPreview = z.infer<typeof RemovalPreview>;

/** An address that an older secret now belongs to, such as `ops at https://monitor.example.com`. */
export const SecretAddress = z.object({
  installation: z.string(),
  kind: z.enum([...SecretName.options, 'bundleValues']),
  address: z.string(),
});
export type SecretAddress = z.infer<typeof SecretAddress>;

const FileText = z.string();

export const connectionProcedures = {
  list: procedure.output(z.array(ConnectionView)),
  /** All connections, at once and after each change. */
  watch: procedure.output(eventIterator(z.array(ConnectionView))),
  add: procedure
    .input(z.object({ settings: ConnectionSettings, secrets: SecretsInput }))
    .output(ConnectionView),
  /** `forget`: stored secrets to delete without a replacement. */
  change: procedure
    .input(
      ConnectionId.extend({
        settings: ConnectionSettings,
        secrets: SecretsInput,
        forget: z.array(SecretName).exactOptional(),
      }),
    )
    .output(ConnectionView),
  duplicate: procedure
    .input(ConnectionId.extend({ withSecrets: z.boolean() }))
    .output(ConnectionView),
  removalPreview: procedure.input(ConnectionId).output(RemovalPreview),
  /** Rejects while a plan or a single change is running. */
  remove: procedure.input(ConnectionId).output(z.void()),
  /** The named connections swap positions; the others stay. */
  reorder: procedure
    .input(z.object({ connectionIds: z.array(z.string()) }))
    .output(z.array(ConnectionView)),
  test: procedure.input(UnsavedConnection).output(eventIterator(TestStep)),
  seeCertificate: procedure.input(UnsavedConnection).output(CertificateView),
  /** Reads the certificate again and saves it only if its key is still `spkiSha256`. */
  trustCertificate: procedure
    .input(ConnectionId.extend({ spkiSha256: z.string() }))
    .output(ConnectionView),
  /** The addresses of older secrets, each time the vault opens; none after `confirmSecretAddresses`. */
  watchSecretAddresses: procedure.output(eventIterator(z.array(SecretAddress))),
  confirmSecretAddresses: procedure.output(z.void()),
  /** Without secrets and practice installations. */
  export: procedure
    .input(z.object({ connectionIds: z.array(z.string()) }))
    .output(z.object({ text: z.string(), fileName: z.string() })),
  previewImport: procedure.input(z.object({ text: FileText })).output(z.array(ProposedEntry)),
  import: procedure
    .input(z.object({ text: FileText, indices: z.array(z.int().nonnegative()) }))
    .output(z.array(ConnectionView)),
};
