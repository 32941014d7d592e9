print("notekit")
