import type { FolderPart } from '#domain/bundle/folder/folder-parts.ts';
import type { PayloadTypePlace, PracticeId } from '#domain/installation/connection.ts';
import { defaultLimits, type Limits } from '#domain/installation/limits.ts';
import type { Proxy } from '#domain/installation/proxy.ts';
import type { CertificateDoubt, CertificateFacts, Trust } from '#domain/installation/trust.ts';
import type { DeliveryRequest } from '#domain/delivery/delivery-request.ts';
import type { Link } from '#domain/link/link.ts';
import type { Managed } from '#domain/managed/managed-settings.ts';
import type { Problem } from '#domain/problem.ts';
import type { SecretsInUse } from '#domain/secrets/secrets-in-use.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import type { ListedWebhook } from '#domain/webhook/listed.ts';
import type { Webhook, WebhookDefinition } from '#domain/webhook/webhook.ts';
import type { Received, ReceiverState, TestSendAnswer } from '#contract/test-sends.ts';
import type {
  Delivery,
  DeliverySummary,
  PracticeEvent,
  PracticeOverview,
  PracticeRaised,
  TokenValues,
} from '#contract/practice.ts';
import type { VaultChoice, VaultState } from '#contract/vault.ts';
import type { OutboundRequest } from '#contract/publishing.ts';
import type { BundleWorker, ExportWorker } from './bundle-ports.ts';
import type {
  DraftStore,
  JournalStore,
  PauseStore,
  PlanStore,
  Sealer,
  SettingsStore,
  SnapshotStore,
  TemplateStore,
} from './store-ports.ts';

/** Where a request goes, and how: address, variant, auth token and route. */
export interface Target {
  readonly baseUrl: string;
  readonly apiRoot: string;
  readonly variant: VariantId;
  /** Sent as `X-Auth-Token`, only to the origin of `baseUrl`; `null` for none. */
  readonly authToken: string | null;
  readonly payloadTypePlace?: PayloadTypePlace;
  readonly route?: Route;
}

/** How a request reaches the installation: trust, client certificate, proxy and time limits. */
export interface Route {
  readonly trust: Trust;
  /** PEM; the key has no passphrase. */
  readonly clientCertificate: { readonly pem: string; readonly key: string } | null;
  readonly proxy: RouteProxy;
  readonly limits: Limits;
  /** Leads to the practice service of this Hookdesk: its hosts are not limited. */
  readonly practice?: true;
}

/** The proxy of a route. `own`: the proxy of the settings, with its password. */
export type RouteProxy =
  | Exclude<Proxy, { kind: 'own' }>
  | (Extract<Proxy, { kind: 'own' }> & { readonly password: string | null });

export const plainRoute: Route = {
  trust: { kind: 'system' },
  clientCertificate: null,
  proxy: { kind: 'system' },
  limits: defaultLimits,
};

/** A target before sign-in. */
export type Address = Omit<Target, 'authToken'>;

/** The answer to a sign-in. */
export interface SignedIn {
  readonly authToken: string;
  /** By the installation's clock; `null` when not reported. */
  readonly issuedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly version: string | null;
  readonly supportedApiVersions: readonly string[];
  readonly deprecatedApiVersions: readonly string[];
}

/** Source: PEM's documentation, `{base URL}/api/token/`. Never retries, so that no account is locked. */
export interface SignInService {
  /** Rejects with `unauthorized` for wrong credentials, `not-found` when there is no sign-in. */
  signIn(
    address: Address,
    credentials: { readonly username: string; readonly password: string },
    signal?: AbortSignal,
  ): Promise<SignedIn>;
  /** Succeeds for an expired token. */
  signOut(target: Target, signal?: AbortSignal): Promise<void>;
}

/** A certificate that an installation presented. */
export interface SeenCertificate {
  readonly certificate: CertificateFacts;
  readonly trusted: boolean;
  /** Every reason against it, even when the certificate is pinned. */
  readonly doubts: readonly CertificateDoubt[];
}

/** What an address answered to a request for its list. */
export interface SeenList {
  /** Of the HTTP response. */
  readonly status: number;
  /** `unknown`: a list that does not show its variant. `none`: no such list. */
  readonly looksLike: VariantId | 'unknown' | 'none';
  /** Number of webhooks in the list. */
  readonly webhooks: number;
  readonly problem: Problem | null;
}

/** Examines an address that may not be an installation. */
export interface Probe {
  /** Sends no HTTP request. Uses the route's proxy, and also reads an untrusted certificate. */
  certificate(address: Address, signal?: AbortSignal): Promise<SeenCertificate>;
  /** Sends one request. Rejects with ProblemError only without an answer. */
  readList(target: Target, apiRoot: string, signal?: AbortSignal): Promise<SeenList>;
}

export interface WebhookList {
  readonly webhooks: readonly ListedWebhook[];
}

/** A request that changes a webhook. */
export type WebhookWrite =
  | { readonly action: 'create'; readonly definition: WebhookDefinition }
  | WebhookUpdate
  | { readonly action: 'delete'; readonly id: number };

/** The new definition of a webhook. Its headers are sent as changes relative to `live`. */
export interface WebhookUpdate {
  readonly action: 'update';
  readonly live: Pick<Webhook, 'id' | 'headers'>;
  readonly definition: WebhookDefinition;
}

/** The REST interface of installations. Enforces time and size limits, follows no redirect. Retries reads, never writes. */
export interface WebhookService {
  list(target: Target, options: ReadOptions): Promise<WebhookList>;
  read(target: Target, id: number, options: ReadOptions): Promise<Webhook>;
  /** The response to a create does not contain the new id. */
  send(target: Target, write: WebhookWrite, signal?: AbortSignal): Promise<void>;
  /** The exact request with a masked auth token. */
  describe(target: Target, write: WebhookWrite): OutboundRequest;
}

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: { bytes: number; webhooks: number }) => void) | undefined;
  /** Gets the first webhooks of a long list before the rest is read. A later one may repeat an id. */
  readonly onFirst?: ((webhooks: readonly ListedWebhook[]) => void) | undefined;
}

/**
 * Secrets by name, wherever the vault stores them. Never deletes an unreadable secret. Methods wait up to 20 s for the keychain, then reject: `vault-locked`
 * if a person can help, otherwise `vault-failed`.
 */
export interface SecretStore {
  /** Answers without accessing the keychain. */
  has(name: string): boolean;
  /** Returns `null` when none is stored; an unreadable secret rejects. */
  get(name: string): Promise<string | null>;
  set(name: string, secret: string): Promise<void>;
  clear(name: string): Promise<void>;
}

/** The vault: where secrets are stored, whether they can be read, and its passphrase. */
export interface VaultControl {
  state(): VaultState;
  watch(signal?: AbortSignal): AsyncGenerator<VaultState, void, void>;
  unlock(passphrase: string): Promise<void>;
  /** Overwrites the keys of a passphrase vault in memory. */
  lock(): void;
  /** Restarts the time until the vault locks. */
  noteUse(): void;
  /** Secrets that are read while this work runs do not restart that time. */
  withoutUse<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Moves every secret, or changes nothing. */
  choose(choice: VaultChoice): Promise<void>;
  changePassphrase(old: string, next: string): Promise<void>;
  setAutoLock(minutes: number | null): Promise<void>;
  /** Searches for the keychain and checks a refused vault file again; at most 2 s. */
  retry(): Promise<void>;
  /** Sets an unopenable passphrase vault aside and creates an empty one. Not after a lock. */
  startAnew(): Promise<void>;
  /** `sealedBefore`: sealed data exist, so a missing key rejects with `data-key-missing`. */
  dataSealer(options: { readonly sealedBefore: boolean }): Promise<Sealer>;
}

/** What a person does at a practice service that runs. */
export interface PracticeControl {
  overview(target: Target, signal?: AbortSignal): Promise<PracticeOverview>;
  raise(target: Target, event: PracticeEvent, values: TokenValues): Promise<PracticeRaised>;
  /** Changes webhooks as another person would; resolves with how many. */
  changeWebhooks(target: Target): Promise<number>;
  /** Newest first, at most 100. */
  deliveries(target: Target, signal?: AbortSignal): Promise<DeliverySummary[]>;
  delivery(target: Target, id: number, signal?: AbortSignal): Promise<Delivery>;
  clear(target: Target): Promise<void>;
}

/** Reference services on this computer, one for each practice installation. */
export interface PracticeServices extends PracticeControl {
  start(id: PracticeId): Promise<{ baseUrl: string; apiRoot: string; authToken: string }>;
  stop(): Promise<void>;
}

export type TestSendOutcome = { readonly milliseconds: number } & (
  | { readonly answer: TestSendAnswer; readonly problem: null }
  | { readonly answer: null; readonly problem: Problem }
);

/**
 * Sends a test once, with a limit, no redirects; does not reject. A target never resolves to this machine,
 * its link or its cloud's metadata. Problems name the target's host, not its URL.
 */
export interface TestSender {
  send(
    request: DeliveryRequest,
    destination: 'target' | 'receiver',
    signal?: AbortSignal,
  ): Promise<TestSendOutcome>;
}

/** Receives test sends on this machine, and answers them with a status. */
export interface LocalReceiver {
  state(): ReceiverState;
  /** Rejects with ProblemError `refused` when it cannot listen. */
  start(): Promise<ReceiverState>;
  stop(): Promise<ReceiverState>;
  answerWith(status: number): ReceiverState;
  read(id: number): Received | null;
  clear(): ReceiverState;
  onChange(listener: () => void): () => void;
}

/** A crash dump in the data folder. It is never sent. */
export interface CrashReport {
  readonly file: string;
  readonly at: Date;
  readonly bytes: number;
}

/** For support tickets; contains no secrets and no person's name. */
export interface MachineFacts {
  readonly system: string;
  readonly runtime: string;
  /** Names of the proxy variables that are set, such as `HTTPS_PROXY`. */
  readonly proxyVariables: readonly string[];
  /** Whether Chromium's sandbox was turned off at the start. The browser version has its own browser's. */
  readonly withoutSandbox: boolean;
}

/** The computer and the account that Hookdesk runs on. */
export interface Machine extends MachineFacts {
  /** The name of the account, for History. */
  readonly person: () => string;
  readonly log: string;
  readonly crashReports: () => readonly CrashReport[];
  readonly showLog: (() => void) | null;
}

/** Replaces matches of a regular expression, in another thread with a time limit. */
export interface PatternReplacer {
  /** `null`: no match. @throws ProblemError `aborted`, `refused` (too much time or memory) */
  replace(
    texts: readonly string[],
    edit: { readonly find: string; readonly replacement: string },
    signal?: AbortSignal,
  ): Promise<readonly (string | null)[]>;
}

export interface Clock {
  now(): Date;
  /** Milliseconds; monotonic, independent of the system clock. */
  elapsed(): number;
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Yields to the event loop. */
  yieldToEventLoop(): Promise<void>;
}

/** A new random id. */
export type NewId = () => string;

/** SHA-256 of a text in UTF-8, in hexadecimal. */
export type Sha256 = (text: string) => string;

/** A file or folder that was passed to Hookdesk, with its content or why it cannot be read. */
export type FileToOpen =
  | {
      readonly path: string;
      readonly name: string;
      readonly content: Uint8Array;
      /** The files of a folder, joined in `content`; `null` for a file. */
      readonly parts: readonly FolderPart[] | null;
    }
  | { readonly path: string; readonly name: string; readonly problem: Problem };

export interface FilesToOpen {
  /** Names contain no folder; contents have at most `maxFileBytes` bytes. */
  take(signal: AbortSignal | undefined): AsyncGenerator<FileToOpen, void, void>;
  read(path: string): Promise<FileToOpen>;
}

export interface LinksToOpen {
  /** Yields `null` for a link that this version cannot read. */
  take(signal: AbortSignal | undefined): AsyncGenerator<Link | null, void, void>;
}

/** Opens the system's browser; refuses all schemes but http and https. */
export type OpenExternal = (url: string) => Promise<void>;

/** Shows the progress of running plans, from 0 to 1; `null` without a running plan. */
export type ShowProgress = (share: number | null) => void;

/** How the running Hookdesk was installed, which decides whether it can update itself. */
export interface InstalledCopy {
  readonly isPackaged: boolean;
  readonly platform: string;
  /** Address on the update server that the build names; `null` if it names none. */
  readonly downloadPage: string | null;
  /** Such as `deb`; `null` for anything but a package of the system. */
  readonly packageType: string | null;
  /** Whether the running AppImage can be replaced; `null` for anything else. */
  readonly appImage: 'writable' | 'read-only' | null;
  /** Windows only. */
  readonly isPortable: boolean;
  /** macOS only: signed with a developer's certificate. */
  readonly isSigned: boolean;
  /** macOS only: whether the running application can be replaced. */
  readonly macPlace: 'writable' | 'read-only' | 'translocated' | null;
}

/** Reads the update server that the build names. Methods reject with ProblemError. */
export interface Updater {
  /** The copy that runs. Does not reject. */
  copy(): Promise<InstalledCopy>;
  /** Returns `null` for the version that runs and for older ones. Abort it after a time limit. */
  check(signal: AbortSignal): Promise<{ version: string; notes: string } | null>;
  /** Downloads and verifies what the last check found. Reports a share from 0 to 1. */
  download(onProgress: (share: number) => void, signal: AbortSignal): Promise<void>;
  /** Quits, so that the host installs and starts Hookdesk again; a person may cancel it, as every quit. */
  restart(): void;
  /** The person cancelled the quit: a later installation starts nothing. */
  stay(): void;
}

/** The certificates that a CA file makes Hookdesk trust; `null` for none, or when one cannot be shown. */
export type CertificateFactsIn = (pem: string) => readonly CertificateFacts[] | null;

/** Everything that the core takes from the machine. A host composes it; tests give fakes. */
export interface Ports {
  readonly webhooks: WebhookService;
  readonly signIn: SignInService;
  readonly probe: Probe;
  readonly secrets: SecretStore;
  readonly vault: VaultControl;
  readonly settings: SettingsStore;
  readonly practice: PracticeServices;
  readonly testSends: TestSender;
  readonly receiver: LocalReceiver;
  readonly templates: TemplateStore;
  readonly drafts: DraftStore;
  readonly snapshots: SnapshotStore;
  readonly journal: JournalStore;
  readonly plans: PlanStore;
  readonly pauses: PauseStore;
  readonly machine: Machine;
  readonly secretsInUse: SecretsInUse;
  readonly patternReplacer: PatternReplacer;
  readonly clock: Clock;
  readonly newId: NewId;
  /** A random number from 0 to 1. */
  readonly random: () => number;
  readonly sha256: Sha256;
  readonly certificateFactsIn: CertificateFactsIn;
  readonly bundleWorker: BundleWorker;
  readonly exportWorker: ExportWorker;
  readonly openExternal: OpenExternal;
  readonly filesToOpen: FilesToOpen;
  readonly linksToOpen: LinksToOpen;
  readonly showProgress: ShowProgress;
  readonly managed: Managed;
  /** `null` in the browser. */
  readonly updater: Updater | null;
}
