# The agent of this folder in GDScript (Godot 4), in plain numbers: needs layout.json and weights.json, no ONNX runtime.
#   var bot = Bot.new("res://path/of/this/folder")
#   bot.choose(view, ["play:a", "pass"])    # the name of one of the legal actions
class_name Bot
extends RefCounted

var layout: Dictionary
var weights: Dictionary
var ids := {}


func _init(folder: String) -> void:
	layout = JSON.parse_string(FileAccess.get_file_as_string(folder + "/layout.json"))
	weights = JSON.parse_string(FileAccess.get_file_as_string(folder + "/weights.json"))
	for k in layout.actions.size():
		ids[layout.actions[k]] = k


# The observation: every field at its place, seats counted from the one that looks.
# view: what one seat may know, as in golden.json: {"seat", "fields": {name: nested lists, null: hidden}}.
func encode(view: Dictionary) -> PackedFloat32Array:
	var seat := int(view.seat)
	var players := int(layout.players)
	var obs := PackedFloat32Array()
	for f in layout.observation.fields:
		var own = view.fields[f.field]
		var owner := int(f.owner)
		if owner >= 0:
			own = own[(seat + owner) % players] if owner < players else null
		var cells := PackedFloat32Array()
		_put(f, own, 0, owner >= 0 and int(f.seat_axes) == 2, seat, cells)
		obs.append_array(cells)  # fields come in the order of their places
	return obs


func _put(f: Dictionary, value, axis: int, turned: bool, seat: int, cells: PackedFloat32Array) -> void:
	var players := int(layout.players)
	if axis == f.shape.size():
		var kind = f.kind[cells.size() % f.kind.size()] if f.kind is Array else f.kind
		var shown := int(f.empty if value == null else value)
		cells.append((shown - seat + players) % players if kind == "seat" and shown >= 0 else shown)
		return
	for i in int(f.shape[axis]):
		var gone: bool = value == null or (turned and i >= players)
		_put(f, null if gone else value[(seat + i) % players if turned else i], axis + 1, false, seat, cells)


# The logits of all actions by id, before any mask.
func think(obs: PackedFloat32Array) -> PackedFloat32Array:
	var x := obs
	if weights.features != null:
		x = PackedFloat32Array()
		for row in weights.features:
			var seen := obs[int(row[0])]
			if row[1] >= 0:  # one value of a category
				x.append(row[3] if seen == row[1] else row[2])
			else:
				x.append((clampf(seen * row[2] + row[3], 0.0, 1.0) - row[4]) * row[5])
	for k in weights.layers.size():
		var layer: Dictionary = weights.layers[k]
		var next := PackedFloat32Array()
		for j in layer.bias.size():
			var total: float = layer.bias[j]
			var line: Array = layer.weight[j]
			for i in x.size():
				total += line[i] * x[i]
			if k < weights.layers.size() - 1:
				total = tanh(total) if weights.activation == "tanh" else maxf(total, 0.0)
			next.append(total)
		x = next
	return x


# The likeliest legal action.
func choose(view: Dictionary, legal: Array) -> String:
	var logits := think(encode(view))
	var best: String = legal[0]
	for name in legal:
		if logits[ids[name]] > logits[ids[best]]:
			best = name
	return best
