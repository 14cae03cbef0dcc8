# Only the staff has the command, and only an owner deletes.
machine only
player bob in town/square
staff wiz in town/square
bob> accounts list
bob< There is no command "accounts". Did you mean account?
wiz> accounts remove bob
wiz< Please type it like this: accounts list, or: accounts list NAME, or: accounts show NAME, or: accounts reset-password NAME, or: accounts rename NAME NEWNAME, or: accounts delete NAME, or: accounts delete NAME yes
wiz> accounts delete bob
wiz< Only an owner may delete an account.
