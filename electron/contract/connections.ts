import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { Connection, ConnectionSettings } from '#domain/installation/connection.ts';
import { ImportEntry } from '#domain/installation/import-plan.ts';
import { SecretName } from '#domain/installation/secrets.ts';
import { CertificateDoubt, CertificateFacts } from '#domain/installation/trust.ts';
import { Problem } from '#domain/problem.ts';
import { ConnectionId, procedure } from './procedure.ts';

/** Which secrets are kept for a connection. The secrets themselves never come this way. */
const KeptSecrets = z.record(SecretName, z.boolean());
export type KeptSecrets = z.infer<typeof KeptSecrets>;

/** A saved connection as the window sees it. */
export const ConnectionView = Connection.extend({ has: KeptSecrets });
export type ConnectionView = z.infer<typeof ConnectionView>;

/** A secret on its way in: a new one; the kept one stays where there is none. At most 64 KiB. */
const SecretInput = z.string().min(1).max(65_536).nullable().exactOptional();

export const SecretsInput = z.object({
  authToken: SecretInput,
  password: SecretInput,
  proxyPassword: SecretInput,
  /** Private key of the client certificate, in PEM, without a passphrase. */
  clientKey: SecretInput,
});
export type SecretsInput = z.infer<typeof SecretsInput>;

/**
 * Settings that are not saved, or not yet: of a new installation, or of a saved one being changed, whose
 * kept secrets then stand in for those not given anew, as far as they belong to the same origin.
 */
export const UnsavedConnection = z.object({
  connectionId: z.string().nullable(),
  settings: ConnectionSettings,
  secrets: SecretsInput,
});
export type UnsavedConnection = z.infer<typeof UnsavedConnection>;

/** A certificate as it was just seen, and what speaks against it. */
export const CertificateView = z.object({
  certificate: CertificateFacts,
  /** Whether the settings as given accept it. */
  trusted: z.boolean(),
  doubts: z.array(CertificateDoubt),
  /** The doubts as a sentence or more; `null` where there is none. */
  why: z.string().nullable(),
});
export type CertificateView = z.infer<typeof CertificateView>;

/** One step of *Test connection*, told when it starts and again when it ends. */
export const TestStep = z.object({
  step: z.enum(['reach', 'certificate', 'authenticate', 'list', 'variant']),
  state: z.enum(['running', 'passed', 'failed', 'skipped', 'noticed']),
  message: z.string(),
  problem: Problem.nullable(),
  /** What was seen of the certificate, in its own step: shown before a person is asked to trust it. */
  certificate: CertificateView.nullable(),
});
export type TestStep = z.infer<typeof TestStep>;

/** What goes from this machine with a connection; the installation itself stays as it is. */
export const RemovalPreview = z.object({
  name: z.string(),
  /** The secrets that are kept for it. */
  keptInVault: z.array(SecretName),
  /** Whether values were remembered for bundles that are imported into it. */
  bundleValues: z.boolean(),
  /** Certificates that are trusted for it alone, and a client certificate. */
  certificates: z.int(),
  /** Whether notes were written about it. */
  notes: z.boolean(),
  /** Webhooks whose sample values were changed, and tokens that were added. */
  samples: z.int(),
  ownTokens: z.int(),
  /** Plans that are being carried out there; it cannot be removed before they have ended. */
  runningPlans: z.array(z.object({ planId: z.string(), title: z.string() })),
  /** Whether a single change is being published there; the same holds for it. */
  isPublishing: z.boolean(),
  /** Entries of the history whose outcome is not known, and can no longer be found out afterwards. */
  openEntries: z.int(),
});
export type RemovalPreview = z.infer<typeof RemovalPreview>;

/** The text of a file of connections; `fileAtMost` says how long it may be. */
const FileText = z.string();

export const connectionProcedures = {
  /** In the order in which they are shown. */
  list: procedure.output(z.array(ConnectionView)),
  add: procedure
    .input(z.object({ settings: ConnectionSettings, secrets: SecretsInput }))
    .output(ConnectionView),
  /** `forget` names kept secrets that are to go though nothing takes their place. */
  change: procedure
    .input(
      ConnectionId.extend({
        settings: ConnectionSettings,
        secrets: SecretsInput,
        forget: z.array(SecretName).exactOptional(),
      }),
    )
    .output(ConnectionView),
  /** A copy beside the original; with its secrets only if a person says so. */
  duplicate: procedure
    .input(ConnectionId.extend({ withSecrets: z.boolean() }))
    .output(ConnectionView),
  removalPreview: procedure.input(ConnectionId).output(RemovalPreview),
  /** Refused while a plan or a single change is being carried out there. */
  remove: procedure.input(ConnectionId).output(z.void()),
  /** Those that are named take their places among themselves in this order; the others stay. */
  reorder: procedure
    .input(z.object({ connectionIds: z.array(z.string()) }))
    .output(z.array(ConnectionView)),
  test: procedure.input(UnsavedConnection).output(eventIterator(TestStep)),
  /** Looks at the certificate that is shown, whether trusted or not; no request is sent. */
  seeCertificate: procedure.input(UnsavedConnection).output(CertificateView),
  /**
   * Trusts one public key for a saved connection, after a person has seen its certificate. It is looked
   * at once more: what is saved is what is there now, and only if it is still that key.
   */
  trustCertificate: procedure
    .input(ConnectionId.extend({ spkiSha256: z.string() }))
    .output(ConnectionView),
  /** The text of a file with these connections, without secrets. Practice installations are left out. */
  export: procedure
    .input(z.object({ connectionIds: z.array(z.string()) }))
    .output(z.object({ text: z.string(), fileName: z.string() })),
  /** What importing the file would do; nothing is saved. */
  previewImport: procedure.input(z.object({ text: FileText })).output(z.array(ImportEntry)),
  /** Adds the chosen entries of the file, by their places in it. */
  import: procedure
    .input(z.object({ text: FileText, indices: z.array(z.int().nonnegative()) }))
    .output(z.array(ConnectionView)),
};
