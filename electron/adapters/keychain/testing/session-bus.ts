import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Builds a message. Source: D-Bus Specification, "Marshaling (Wire Format)". */
class Marshal {
  #bytes: number[] = [];

  align(to: number): this {
    while (this.#bytes.length % to !== 0) this.#bytes.push(0);
    return this;
  }
  byte(value: number): this {
    this.#bytes.push(value);
    return this;
  }
  number(value: number): this {
    return this.align(4).raw(
      [value, value >> 8, value >> 16, value >> 24].map((part) => part & 255),
    );
  }
  /** A string or an object path. */
  text(value: string): this {
    return this.bytes(Buffer.from(value)).byte(0);
  }
  signature(value: string): this {
    return this.byte(value.length).raw(Buffer.from(value)).byte(0);
  }
  bytes(value: Iterable<number> & { readonly length: number }): this {
    return this.number(value.length).raw(value);
  }
  raw(value: Iterable<number>): this {
    this.#bytes.push(...value);
    return this;
  }
  get result(): Buffer {
    return Buffer.from(this.#bytes);
  }
}

interface Waiting {
  readonly resolve: (body: Buffer) => void;
  readonly reject: (error: Error) => void;
}

const bus = { destination: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus' };
const secrets = { destination: 'org.freedesktop.secrets', path: '/org/freedesktop/secrets' };
const [methodReturn, methodError] = [2, 3];
const [errorName, replySerial] = [4, 5];

/**
 * One connection to the session's D-Bus. gdbus can neither keep a session of the Secret Service nor
 * own a name. Method calls to this connection are counted, but never answered.
 */
export class SessionBus {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, Waiting>();
  #received = Buffer.alloc(0);
  #serial = 0;
  /** Number of method calls that this connection received. */
  asked = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (part) => {
      this.#received = Buffer.concat([this.#received, part]);
      while (this.#takeMessage());
    });
  }

  static async open(address = process.env.DBUS_SESSION_BUS_ADDRESS ?? ''): Promise<SessionBus> {
    const [, kind, name = ''] = /unix:(path|abstract)=([^,;]+)/.exec(address) ?? [];
    const socket = connect(kind === 'abstract' ? `\0${name}` : name);
    await once(socket, 'connect');
    const user = Buffer.from(String(process.getuid?.())).toString('hex');
    socket.write(`\0AUTH EXTERNAL ${user}\r\n`);
    const answer = String(await once(socket, 'data'));
    if (!answer.startsWith('OK ')) throw new Error(`D-Bus: ${answer}`);
    socket.write('BEGIN\r\n');
    const opened = new SessionBus(socket);
    await opened.#call(bus, 'org.freedesktop.DBus', 'Hello', '', new Marshal());
    return opened;
  }

  /** Requests a name, so that its messages arrive here. */
  async own(name: string): Promise<void> {
    const dontQueue = 4;
    const body = new Marshal().text(name).number(dontQueue);
    await this.#call(bus, 'org.freedesktop.DBus', 'RequestName', 'su', body);
  }

  /** Unlocks a collection of GNOME Keyring without a prompt. Rejects for a wrong password. */
  async unlock(collection: string, password: string): Promise<void> {
    const plain = new Marshal().text('plain').signature('s').text('');
    const service = 'org.freedesktop.Secret.Service';
    const opened = await this.#call(secrets, service, 'OpenSession', 'sv', plain);
    const session = /\/org\/freedesktop\/secrets\/session\/\w+/.exec(
      opened.toString('latin1'),
    )?.[0];
    if (session === undefined) throw new Error('The Secret Service opened no session.');
    const body = new Marshal().text(collection).align(8).text(session).bytes([]);
    body.bytes(Buffer.from(password)).text('text/plain');
    const internal = 'org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface';
    await this.#call(secrets, internal, 'UnlockWithMasterPassword', 'o(oayays)', body);
  }

  close(): void {
    this.#socket.destroy();
  }

  #call(
    to: { destination: string; path: string },
    face: string,
    member: string,
    signature: string,
    body: Marshal,
  ): Promise<Buffer> {
    const serial = (this.#serial += 1);
    const fields = new Marshal();
    const field = (code: number, type: string, value: string): void => {
      fields.align(8).byte(code).signature(type);
      if (type === 'g') fields.signature(value);
      else fields.text(value);
    };
    field(1, 'o', to.path);
    field(2, 's', face);
    field(3, 's', member);
    field(6, 's', to.destination);
    if (signature !== '') field(8, 'g', signature);
    const head = new Marshal().raw(Buffer.from('l')).raw([1, 0, 1]);
    head.number(body.result.length).number(serial).bytes(fields.result).align(8);
    this.#socket.write(Buffer.concat([head.result, body.result]));
    return new Promise((resolve, reject) => {
      this.#waiting.set(serial, { resolve, reject });
    });
  }

  /** Removes one message from the received bytes. Returns `false` when it is incomplete. */
  #takeMessage(): boolean {
    const all = this.#received;
    if (all.length < 16) return false;
    const fieldsEnd = 16 + all.readUInt32LE(12);
    const bodyStart = Math.ceil(fieldsEnd / 8) * 8;
    const end = bodyStart + all.readUInt32LE(4);
    if (all.length < end) return false;
    this.#received = all.subarray(end);
    const { serial, error } = headOf(all.subarray(0, fieldsEnd));
    if (all[1] !== methodReturn && all[1] !== methodError) {
      this.asked += all[1] === 1 ? 1 : 0;
      return true;
    }
    const waiting = this.#waiting.get(serial);
    this.#waiting.delete(serial);
    if (all[1] === methodReturn) waiting?.resolve(all.subarray(bodyStart, end));
    else waiting?.reject(new Error(error));
    return true;
  }
}

/** Returns the serial that a message replies to, and the name of its error. */
function headOf(head: Buffer): { serial: number; error: string } {
  let at = 16;
  let serial = 0;
  let error = '';
  while (at < head.length) {
    at = Math.ceil(at / 8) * 8;
    const code = head[at];
    const type = String.fromCharCode(head[at + 2] ?? 0);
    at += 4;
    if (type === 'g') {
      at += 2 + (head[at] ?? 0);
      continue;
    }
    at = Math.ceil(at / 4) * 4;
    const value = head.readUInt32LE(at);
    at += 4;
    if (code === replySerial) serial = value;
    if (type === 'u') continue;
    if (code === errorName) error = head.toString('utf8', at, at + value);
    at += value + 1;
  }
  return { serial, error };
}
