#!/bin/bash

# rpm runs this script of the old package after it installed the new one, with the number of packages that stay.
if [ "$1" = 1 ]; then exit 0; fi

if type update-alternatives >/dev/null 2>&1; then
  update-alternatives --remove '${executable}' '/opt/${sanitizedProductName}/${executable}'
else
  rm -f '/usr/bin/${executable}'
fi

profile='/etc/apparmor.d/${executable}'
if [ -f "$profile" ]; then
  if apparmor_status --enabled >/dev/null 2>&1; then apparmor_parser --remove "$profile" || true; fi
  rm -f "$profile"
fi
