module fqmul/wasm2go

go 1.26.0

require (
	github.com/ncruces/wasm2go v0.4.21 // indirect
	golang.org/x/tools v0.52.0 // indirect
)

tool github.com/ncruces/wasm2go
