import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

interface UpdateBody {
  id?: number;
  payload_type?: string;
  name: string;
  low_alert: boolean;
  http_headers: {
    payload_type?: string;
    added: unknown[];
    changed: { http_header_id: number }[];
    deleted: { http_header_id: number }[];
  };
}
interface Held {
  id: number;
  name: string;
  low_alert: boolean;
  http_headers: { http_header_id: number; http_header_key: string; http_header_value: string }[];
}

for (const variant of ['A', 'B'] as const) {
  test(`adds an installation, edits a webhook and publishes it on variant ${variant} @main`, async ({
    hookdesk,
    installations,
  }) => {
    const installation = installations[variant];
    await installation.fetch('POST', '', webhookBody(variant, 'Ops alerts'));
    const before = ((await installation.fetch('GET', '')) as Held[]).find(
      (each) => each.name === 'Ops alerts',
    );
    if (before === undefined) throw new Error('the webhook is not there');
    const idOf = (name: string): number | undefined =>
      before.http_headers.find((header) => header.http_header_key === name)?.http_header_id;

    await expect(hookdesk.welcome).toBeVisible();
    const dialog = await hookdesk.addInstallation();
    await dialog.fill({ name: 'acme', ...installation });
    await dialog.test.click();
    await expect(dialog.steps).toContainText([
      'answers',
      'Plain HTTP',
      'The auth token was accepted',
      '13 webhooks read',
      `look like variant ${variant}`,
    ]);
    await dialog.add.click();
    await expect(hookdesk.installation('acme')).toHaveAttribute('aria-current', 'page');

    await hookdesk.list.open('Ops alerts');
    const { editor } = hookdesk;
    await editor.name.fill('Ops alerts, all');
    await editor.severity('Low').check();
    await editor.tab('Headers');
    await editor.headers.valueOf(editor.headers.line('X-Api-Key')).fill('fake-new-key');
    await editor.headers.remove('X-Retired');
    await editor.headers.append('X-Team', 'ops');
    await expect(editor.headers.changeSet).toContainText(`id ${idOf('X-Api-Key')}`);
    await expect(editor.headers.changeSet).toContainText(`id ${idOf('X-Retired')}`);
    await expect(editor.headers.changeSet).toContainText('X-Team: ops');
    await expect(editor.headers.changeSet).not.toContainText('Content-Type');
    await expect(editor.draftBadge).toBeVisible();

    await editor.reviewAndPublish.click();
    const { review } = editor;
    await expect(review.changes).toContainText('Switches low alerts on.');
    await expect(review.changes).toContainText('Deletes the header X-Retired');
    await expect(review.request).toContainText(
      `PUT ${installation.baseUrl}${installation.apiRoot}/webhook/${before.id}`,
    );
    await expect(review.body).not.toContainText('fake-new-key');
    const shown = await review.exactBody();
    expect(installation.writes().filter((request) => request.method === 'PUT')).toEqual([]);

    await review.publish.click();
    await expect(review.identical).toBeVisible();

    // The request equals the shown body and matches the interface of the variant.
    const [put] = installation.writes().filter((request) => request.method === 'PUT');
    expect(put?.body).toBe(shown);
    expect(put?.headers['content-type']).toBe('application/json');
    expect(put?.headers['x-auth-token']).toBe(installation.authToken);
    const body = JSON.parse(put?.body ?? '') as UpdateBody;
    if (variant === 'A') {
      expect(body.id).toBe(before.id);
      expect(body.http_headers).not.toHaveProperty('payload_type');
    } else {
      expect(body).not.toHaveProperty('id');
      expect(body.http_headers.payload_type).toBe('ALERT');
    }
    expect(body).not.toHaveProperty('payload_type');
    expect(body.http_headers.added).toEqual([
      { http_header_key: 'X-Team', http_header_value: 'ops' },
    ]);
    expect(body.http_headers.changed).toEqual([
      {
        http_header_id: idOf('X-Api-Key'),
        http_header_key: 'X-Api-Key',
        http_header_value: 'fake-new-key',
      },
    ]);
    expect(body.http_headers.deleted).toEqual([{ http_header_id: idOf('X-Retired') }]);
    for (const read of installation.received.filter((request) => request.method === 'GET')) {
      expect(read.headers.accept).toBe('application/json');
    }

    // The list and the service have the new version.
    await expect(hookdesk.list.row('Ops alerts, all')).toBeVisible();
    const after = (await installation.fetch('GET', String(before.id))) as Held;
    expect(after).toMatchObject({ name: 'Ops alerts, all', low_alert: true });
    expect(after.http_headers.map((header) => header.http_header_key).sort()).toEqual([
      'Content-Type',
      'X-Api-Key',
      'X-Team',
    ]);
  });
}
