import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

// docs/accessibility.md lists what a screen reader says at each step.
test('the accessibility tree has the key steps of the main job', async ({
  hookdesk,
  installations: { B },
}) => {
  const { editor, list, page } = hookdesk;
  const main = page.getByRole('main');
  await B.fetch('POST', '', webhookBody('B', 'Zulu'));

  await test.step('welcome', async () => {
    await expect(hookdesk.welcome).toBeVisible();
    await expect(page.locator('body')).toMatchAriaSnapshot(`
      - banner:
        - button "Settings"
      - main:
        - heading "Welcome to Hookdesk" [level=1]
        - heading "Add an installation" [level=2]
        - button "Add an installation…"
      - contentinfo
    `);
  });

  await test.step('the list, with named landmarks', async () => {
    await hookdesk.connect('acme', B);
    await expect(main).toMatchAriaSnapshot(`
      - main:
        - navigation "Installations":
          - list "Production":
            - listitem:
              - button /acme/
        - navigation "Work":
          - button "Drafts"
        - region "Webhooks of acme":
          - heading "acme" [level=1]
          - search:
            - searchbox "Filter webhooks"
          - grid "Webhooks":
            - row:
              - columnheader "Name"
              - columnheader "Severities"
    `);
    await expect(list.row('Zulu').getByRole('checkbox')).toHaveAccessibleName('Select Zulu');
  });

  await test.step('an edit, with the previous value', async () => {
    await list.open('Zulu');
    await editor.name.fill('Zulu time');
    await expect(editor.root).toMatchAriaSnapshot(`
      - region "Editor":
        - heading "Zulu time" [level=2]
        - tablist "Parts of the webhook":
          - tab "Definition" [selected]
          - tab /Headers/
        - tabpanel "Definition":
          - button "Revert to Zulu"
          - textbox "Name": Zulu time
          - group "Trigger on":
            - checkbox "Low"
    `);
  });

  await test.step('the review, before anything is sent', async () => {
    await editor.reviewAndPublish.click();
    await expect(editor.root).toMatchAriaSnapshot(`
      - tabpanel "Review":
        - region "What changes":
          - list:
            - listitem: Changes name from “Zulu” to “Zulu time”.
          - table:
            - rowgroup:
              - row "Current After"
        - region "Request"
        - button "Publish to acme"
    `);
  });

  await test.step('the result', async () => {
    await editor.review.publish.click();
    await expect(editor.root).toMatchAriaSnapshot(`
      - group "Published and verified":
        - strong: Published and verified
        - list:
          - listitem: Name changed from “Zulu” to “Zulu time”.
    `);
  });
});
