import type { Connection, PayloadTypePlace, PracticeId } from '#domain/installation/connection.ts';
import { defaultLimits, type Limits } from '#domain/installation/limits.ts';
import type { Proxy } from '#domain/installation/proxy.ts';
import type { CertificateDoubt, CertificateFacts, Trust } from '#domain/installation/trust.ts';
import type { DeliveryRequest } from '#domain/delivery/delivery-request.ts';
import type { StoredDraft } from '#domain/draft/stored-draft.ts';
import type { Link } from '#domain/link/link.ts';
import type { Managed } from '#domain/managed/managed-settings.ts';
import type { Problem } from '#domain/problem.ts';
import type { OwnToken } from '#domain/template/own-tokens.ts';
import type { RuleSetName } from '#domain/template/render.ts';
import type { SampleEdits } from '#domain/template/samples.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import type { ListedWebhook } from '#domain/webhook/listed.ts';
import type { Webhook, WebhookDefinition } from '#domain/webhook/webhook.ts';
import type { Received, ReceiverState, TestSendAnswer } from '#contract/test-sends.ts';
import type { Settings } from '#contract/settings.ts';
import type {
  Delivery,
  DeliverySummary,
  PracticeEvent,
  PracticeOverview,
  PracticeRaised,
  TokenValues,
} from '#contract/practice.ts';
import type { VaultChoice, VaultState } from '#contract/vault.ts';
import type { OutboundRequest } from '#contract/outbound-request.ts';
import type { BundleWorker, ExportWorker } from './bundle-ports.ts';
import type { Sealer } from './sealer.ts';
import type { JournalStore, PlanStore, SnapshotStore } from './store-ports.ts';

export interface Target {
  readonly baseUrl: string;
  readonly apiRoot: string;
  readonly variant: VariantId;
  /** Sent as `X-Auth-Token`, only to the origin of `baseUrl`; `null` for none. */
  readonly authToken: string | null;
  readonly payloadTypePlace?: PayloadTypePlace;
  readonly route?: Route;
}

export interface Route {
  readonly trust: Trust;
  /** PEM; the key has no passphrase. */
  readonly clientCertificate: { readonly pem: string; readonly key: string } | null;
  readonly proxy: RouteProxy;
  readonly limits: Limits;
  /** Leads to the practice service of this Hookdesk: its hosts are not limited. */
  readonly practice?: true;
}

export type RouteProxy =
  | Exclude<Proxy, { kind: 'own' }>
  | (Extract<Proxy, { kind: 'own' }> & { readonly password: string | null });

export const plainRoute: Route = {
  trust: { kind: 'system' },
  clientCertificate: null,
  proxy: { kind: 'system' },
  limits: defaultLimits,
};

export type Address = Omit<Target, 'authToken'>;

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

export interface SeenCertificate {
  readonly certificate: CertificateFacts;
  readonly trusted: boolean;
  /** Every reason against it, even when the certificate is pinned. */
  readonly doubts: readonly CertificateDoubt[];
}

export interface SeenList {
  readonly status: number;
  /** `unknown`: a list that does not show its variant. `none`: no such list. */
  readonly looksLike: VariantId | 'unknown' | 'none';
  readonly webhooks: number;
  readonly problem: Problem | null;
}

export interface Probe {
  /** Sends no HTTP request. Uses the route's proxy, and also reads an untrusted certificate. */
  certificate(address: Address, signal?: AbortSignal): Promise<SeenCertificate>;
  /** Sends one request. Rejects with ProblemError only without an answer. */
  readList(target: Target, apiRoot: string, signal?: AbortSignal): Promise<SeenList>;
}

export interface WebhookList {
  readonly webhooks: readonly ListedWebhook[];
}

export type WebhookWrite =
  | { readonly action: 'create'; readonly definition: WebhookDefinition }
  | WebhookUpdate
  | { readonly action: 'delete'; readonly id: number };

/** Sends the headers as changes relative to `live`. */
export interface WebhookUpdate {
  readonly action: 'update';
  readonly live: Pick<Webhook, 'id' | 'headers'>;
  readonly definition: WebhookDefinition;
}

/** Enforces time and size limits, follows no redirect. Retries reads, never writes. */
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
 * Never deletes an unreadable secret. Methods wait up to 20 s for the keychain, then reject: `vault-locked`
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

export type { Sealer } from './sealer.ts';

export interface VaultControl {
  state(): VaultState;
  watch(signal?: AbortSignal): AsyncGenerator<VaultState, void, void>;
  unlock(passphrase: string): Promise<void>;
  /** Overwrites the keys of a passphrase vault in memory. */
  lock(): void;
  /** Restarts the time until the vault locks. */
  noteUse(): void;
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

/** Contains no secrets. Writes are on disk when the call returns. */
export interface SettingsStore {
  connections(): readonly Connection[];
  saveConnections(connections: readonly Connection[]): void;
  settings(): Settings;
  saveSettings(settings: Settings): void;
}

/** What a person does at a practice service that runs. */
export interface PracticeControl {
  overview(target: Target, signal?: AbortSignal): Promise<PracticeOverview>;
  raise(target: Target, event: PracticeEvent, values: TokenValues): Promise<PracticeRaised>;
  /** Newest first, at most 100. */
  deliveries(target: Target, signal?: AbortSignal): Promise<DeliverySummary[]>;
  delivery(target: Target, id: number, signal?: AbortSignal): Promise<Delivery>;
  clear(target: Target): Promise<void>;
}

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

export interface RememberedTemplates {
  readonly installations: readonly {
    readonly connectionId: string;
    readonly ownTokens: readonly OwnToken[];
    readonly rules: RuleSetName;
    /** Names of headers that a person marked as secret, in lower case. */
    readonly secretHeaders?: readonly string[];
  }[];
  readonly samples: readonly {
    readonly connectionId: string;
    readonly webhookId: number;
    readonly edits: SampleEdits;
  }[];
}

/** Writes are on disk when the call returns. @throws ProblemError `storage-failed` */
export interface TemplateStore {
  remembered(): RememberedTemplates;
  save(next: RememberedTemplates): void;
}

export type DraftChange =
  | { readonly kind: 'save'; readonly draft: StoredDraft }
  | { readonly kind: 'remove'; readonly draftId: string };

export interface OpenDrafts {
  /** Changes when the file is reopened, which may then hold older data. */
  readonly opening: number;
  readonly notice: string | null;
  /** Whether it has sealed data, so that no new key may be created. */
  readonly holdsAny: boolean;
}

/** Each draft is sealed. Methods reject with `storage-failed`; a retry is safe. */
export interface DraftStore {
  /** Why the file is never touched: an older or newer Hookdesk wrote it. `null` otherwise. */
  readonly refusal: string | null;
  /** Sets a damaged file aside and restores its intact part. */
  open(): Promise<OpenDrafts>;
  /** Counts drafts that this key cannot open, and leaves them. */
  read(sealer: Sealer): Promise<{ drafts: readonly StoredDraft[]; unreadable: number }>;
  /** Atomic, and on disk when it resolves. */
  write(changes: readonly DraftChange[], sealer: Sealer): Promise<void>;
  setAside(): Promise<void>;
  /** Called when the file is reopened, also by another store: it may lack data. */
  onReopened(listener: () => void): void;
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

/** A crash dump in the data folder. It is never sent. */
export interface CrashReport {
  readonly file: string;
  readonly at: Date;
  readonly bytes: number;
}

export interface SupportFiles {
  readonly log: string;
  readonly crashReports: () => readonly CrashReport[];
  readonly showLog: (() => void) | null;
}

/** Masks secrets in every text that leaves Hookdesk. */
export interface SecretsInUse {
  add(secrets: readonly string[]): void;
  /** Finds secrets of four characters or more in their usual encodings. */
  mask(text: string): string;
  /** As `mask`, but a secret that could be words of the message stays. */
  maskMessage(text: string): string;
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

export type NewId = () => string;

/** SHA-256 of a text in UTF-8, in hexadecimal. */
export type Sha256 = (text: string) => string;

export type FileToOpen =
  | { readonly name: string; readonly content: Uint8Array }
  | { readonly name: string; readonly problem: Problem };

export interface FilesToOpen {
  /** Names contain no folder; contents have at most `maxFileBytes` bytes. */
  take(signal: AbortSignal | undefined): AsyncGenerator<FileToOpen, void, void>;
}

export interface LinksToOpen {
  /** Yields `null` for a link that this version cannot read. */
  take(signal: AbortSignal | undefined): AsyncGenerator<Link | null, void, void>;
}

/** Opens the system's browser; refuses all schemes but http and https. */
export type OpenExternal = (url: string) => Promise<void>;

/** From 0 to 1; `null` without a running plan. */
export type ShowProgress = (share: number | null) => void;

export interface InstalledCopy {
  readonly isPackaged: boolean;
  readonly platform: string;
  /** Of the update server that the build names; `null` if it names none. */
  readonly downloadPage: string | null;
  /** Such as `deb`; `null` for anything but a package of the system. */
  readonly packageType: string | null;
  /** Whether the running AppImage can be replaced; `null` for anything else. */
  readonly appImage: 'writable' | 'read-only' | null;
  /** Windows only. */
  readonly isPortable: boolean;
  /** macOS only: by a developer's certificate. */
  readonly isSigned: boolean;
  /** macOS only: whether the running application can be replaced. */
  readonly macPlace: 'writable' | 'read-only' | 'translocated' | null;
}

/** Reads the update server that the build names. Methods reject with ProblemError. */
export interface Updater {
  /** Does not reject. */
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
  readonly machine: MachineFacts;
  readonly person: () => string;
  readonly secretsInUse: SecretsInUse;
  readonly supportFiles: SupportFiles;
  readonly patternReplacer: PatternReplacer;
  readonly clock: Clock;
  readonly newId: NewId;
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
