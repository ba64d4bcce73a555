; electron-builder registers neither links on Windows nor programs that are only offered for a file type.

; `--` ends the options: a link or file name cannot add a switch. Source: electronjs.org/blog/protocol-handler-fix
!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\hookdesk" "" "URL:Hookdesk link"
  WriteRegStr SHELL_CONTEXT "Software\Classes\hookdesk" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\hookdesk\DefaultIcon" "" "$INSTDIR\${APP_EXECUTABLE_FILENAME},0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\hookdesk\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" -- "%1"'
  WriteRegStr SHELL_CONTEXT "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" -- "%1"'
  WriteRegStr SHELL_CONTEXT "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}\SupportedTypes" ".json" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}\SupportedTypes" ".age" ""
!macroend

!macro customUnInstall
  DeleteRegKey SHELL_CONTEXT "Software\Classes\hookdesk"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}"
!macroend
