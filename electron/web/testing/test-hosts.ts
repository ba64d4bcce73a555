import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fakePorts } from '#test-support/ports.fake.ts';
import { startWebHost, type WebHost, type WebHostOptions } from '../host.ts';
import type { PageFile } from '../page.ts';

const file = (body: string, contentType: string): PageFile => ({
  body: Buffer.from(body),
  contentType,
  cacheControl: 'no-cache',
});
const page = new Map([
  ['/', file('<!doctype html>', 'text/html; charset=utf-8')],
  ['/assets/a.js', file('1', 'text/javascript; charset=utf-8')],
]);

/** Web hosts with fake ports, for one data folder of their own. */
export class TestHosts {
  readonly folder = mkdtempSync(join(tmpdir(), 'hookdesk-web-'));
  readonly reported: string[] = [];
  composed = 0;
  closed = 0;

  start(options: Partial<WebHostOptions> = {}): Promise<WebHost> {
    return startWebHost({
      dataFolder: this.folder,
      version: '1.2.3',
      page,
      compose: () => {
        this.composed += 1;
        return Promise.resolve({
          ports: fakePorts(),
          notices: [],
          close: () => {
            this.closed += 1;
            return Promise.resolve();
          },
        });
      },
      report: (description) => this.reported.push(description),
      ...options,
    });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
