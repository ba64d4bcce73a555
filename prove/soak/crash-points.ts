import type { Ports } from '#core/ports.ts';
import type { CrashOrder } from './host-messages.ts';

/** The calls of the ports around which the host can be killed. */
const calls = {
  webhooks: ['list', 'read', 'send'],
  journal: ['write'],
  drafts: ['write'],
  plans: ['write'],
  snapshots: ['write'],
} as const;

type PortName = keyof typeof calls;

/** The names of all crash points, such as `before journal.write`. */
export const crashPointNames: readonly string[] = Object.entries(calls).flatMap(([port, names]) =>
  names.flatMap((name) => [`before ${port}.${name}`, `after ${port}.${name}`]),
);

/** Kills this process when it passes the armed crash point. */
export class CrashPoints {
  #armed: CrashOrder | null = null;

  arm(point: CrashOrder | null): void {
    this.#armed = point;
  }

  /** Returns the ports with a crash point before and after every call of `calls`. */
  around(ports: Ports): Ports {
    return {
      ...ports,
      webhooks: this.#aroundPort('webhooks', ports.webhooks),
      journal: this.#aroundPort('journal', ports.journal),
      drafts: this.#aroundPort('drafts', ports.drafts),
      plans: this.#aroundPort('plans', ports.plans),
      snapshots: this.#aroundPort('snapshots', ports.snapshots),
    };
  }

  #aroundPort<Port extends object>(name: PortName, port: Port): Port {
    const watched = new Set<string | symbol>(calls[name]);
    return new Proxy(port, {
      get: (target, property) => {
        const member: unknown = Reflect.get(target, property);
        if (typeof member !== 'function') return member;
        const call = (...args: unknown[]): unknown => Reflect.apply(member, target, args);
        if (!watched.has(property)) return call;
        const point = `${name}.${String(property)}`;
        return async (...args: unknown[]) => {
          this.#pass(`before ${point}`);
          const result = await call(...args);
          this.#pass(`after ${point}`);
          return result;
        };
      },
    });
  }

  #pass(name: string): void {
    if (this.#armed?.name !== name) return;
    const { passes } = this.#armed;
    if (passes === 0) process.kill(process.pid, 'SIGKILL');
    this.#armed = { name, passes: passes - 1 };
  }
}
